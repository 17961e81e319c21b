import { z } from 'zod'
import { isoDate, optionalText } from '../formats/fields.ts'

export { MAX_IMPORT_BYTES } from './import-limits.ts'

/** More are counted, but not listed. */
export const MAX_LISTED_ERRORS = 200
export const IMPORT_STATES = ['checking', 'checked', 'applying', 'done', 'failed'] as const

/** `line` is that of the file on which the row begins; `column` is empty where a whole row is wrong. */
export const importError = z.object({ line: z.number(), column: z.string(), error: z.string() })
export type ImportError = z.infer<typeof importError>

export const productImport = z.object({
  _id: z.string(),
  state: z.enum(IMPORT_STATES),
  fileName: z.string(),
  by: z.string(),
  at: z.string(),
  /** How many rows the file has; it grows while the file is checked. */
  rows: z.number(),
  /** How many rows have been checked or, afterwards, applied. */
  done: z.number(),
  /** By the check: what applying would do. By applying: what was done. */
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** All wrong rows, of which `errors` lists the first. */
  wrong: z.number(),
  errors: z.array(importError),
  /** Why it failed as a whole. */
  problem: z.string(),
})
export type ProductImport = z.infer<typeof productImport>

export const newImportQuery = z.object({
  fileName: optionalText('The file name', 200).optional(),
})

export const bookingExportQuery = z
  .object({ from: isoDate.describe('not after to'), to: isoDate })
  .partial()
  .refine(({ from = '', to = '9999-12-31' }) => from <= to, {
    error: 'The first date is after the last',
    path: ['from'],
  })
