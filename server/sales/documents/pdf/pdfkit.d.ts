// As much of both as is used here: neither brings types, and those of others are behind.
declare module 'fontkit' {
  export type Font = {
    layout(text: string, features?: Record<string, boolean>): object
    hasGlyphForCodePoint(code: number): boolean
    /** Glyphs met so far, each with the characters it was first met for. */
    _glyphs: object
  }
  export function create(bytes: Uint8Array): Font
}

declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type { Font } from 'fontkit'

  export type Structure = { add(child: Structure): Structure; end(): void }

  export default class PDFDocument extends Readable {
    constructor(options: {
      size: string
      margin: number
      bufferPages: boolean
      font: null
      pdfVersion: string
      subset: string
      tagged: boolean
      displayTitle: boolean
      lang: string
      info: Record<string, string | Date>
    })
    info: Record<string, string | Date>
    page: { width: number; height: number }
    registerFont(name: string, font: Font): this
    font(name: string): this
    fontSize(points: number): this
    widthOfString(text: string): number
    text(text: string, x: number, y: number, options: { lineBreak: boolean; baseline: string }): this
    fillColor(color: string): this
    strokeColor(color: string): this
    lineWidth(points: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    circle(x: number, y: number, radius: number): this
    path(path: string): this
    rect(x: number, y: number, width: number, height: number): this
    fill(color: string): this
    stroke(color: string): this
    save(): this
    restore(): this
    translate(x: number, y: number): this
    scale(factor: number): this
    struct(type: string, options?: { scope?: string; actual?: string }, draw?: () => void): Structure
    addStructure(structure: Structure): this
    markContent(tag: string, options: { type: string; attached?: string[] }): this
    endMarkedContent(): this
    continueOnNewPage(): this
    bufferedPageRange(): { count: number }
    switchToPage(page: number): void
    end(): void
  }
}
