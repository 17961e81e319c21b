import { parentPort, workerData } from 'node:worker_threads'
import { drawSheet } from './draw-sheet.ts'
import type { Sheet } from './sheet.ts'
import { openFonts } from './typeset.ts'

const fonts = openFonts(workerData.font)

parentPort?.on('message', (sheet: Sheet) => {
  try {
    parentPort?.postMessage({ pdf: drawSheet(sheet, fonts) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
