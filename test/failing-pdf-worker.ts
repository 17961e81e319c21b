import { parentPort, workerData } from 'node:worker_threads'
import { drawSheet } from '#server/sales/documents/pdf/draw-sheet.ts'
import type { Sheet } from '#server/sales/documents/pdf/sheet.ts'
import { openFonts } from '#server/sales/documents/pdf/typeset.ts'

const fonts = openFonts(workerData.font)

/** Draws documents, but never finishes one that says "(hangs)", and ends at one that says "(ends)". */
parentPort?.on('message', (sheet: Sheet) => {
  const said = JSON.stringify(sheet)
  while (said.includes('(hangs)'));
  if (said.includes('(ends)')) process.exit(3)
  parentPort?.postMessage({ pdf: drawSheet(sheet, fonts) })
})
