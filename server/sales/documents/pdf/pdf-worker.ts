import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { drawSheet } from './draw-sheet.ts'
import type { Sheet } from './sheet.ts'
import { openFonts } from './typeset.ts'

// On Linux this is the thread's own priority: requests come before documents.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

const fonts = openFonts(workerData.font)

parentPort?.on('message', (sheet: Sheet) => {
  try {
    parentPort?.postMessage({ pdf: drawSheet(sheet, fonts) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
