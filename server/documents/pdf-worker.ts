import { parentPort, workerData } from 'node:worker_threads'
import { drawSheet } from './draw-sheet.ts'
import type { Sheet } from './sheet.ts'
import { openFonts } from './typeset.ts'

const fonts = openFonts(workerData.font)

parentPort?.on('message', ({ id, sheet }: { id: number; sheet: Sheet }) => {
  try {
    parentPort?.postMessage({ id, pdf: drawSheet(sheet, fonts) })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
