import { byId } from '../calls/endpoint.ts'
import { csv } from '../calls/responses.ts'
import { bookingExportQuery, newImportQuery, productImport } from './imports.ts'

export const importEndpoints = {
  exportProducts: { summary: 'All products, as a file that can be imported again', response: csv },
  exportBookings: {
    summary: 'Orders, newest first, between two days of the shop’s time zone',
    query: bookingExportQuery,
    response: csv,
  },
  startImport: {
    summary: 'Upload a CSV file of up to 50 MB: it is checked, and changes nothing until it is applied',
    query: newImportQuery,
    response: productImport,
    refusals: [409],
  },
  getLatestImport: { summary: 'The latest import', response: productImport.nullable() },
  getImport: {
    summary: 'The progress of an import, and the errors in its file',
    params: byId,
    noun: 'import',
    response: productImport,
  },
  applyImport: {
    summary: 'Add and change products from all rows without errors',
    params: byId,
    noun: 'import',
    response: productImport,
    refusals: [409],
  },
} as const
