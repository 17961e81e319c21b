import { apiRoutes } from './api-routes.ts'
import { byId, endpoint } from './endpoint.ts'
import { bookingExportQuery, newImportQuery, productImport } from './imports.ts'
import { csv } from './responses.ts'

export const importEndpoints = {
  exportProducts: endpoint({
    ...apiRoutes.exportProducts,
    summary: 'All products, as a file that can be imported again',
    response: csv,
  }),
  exportBookings: endpoint({
    ...apiRoutes.exportBookings,
    summary: 'Orders, newest first, between two days of the shop’s time zone',
    query: bookingExportQuery,
    response: csv,
  }),
  startImport: endpoint({
    ...apiRoutes.startImport,
    summary: 'Upload a CSV file of up to 50 MB: it is checked, and changes nothing until it is applied',
    query: newImportQuery,
    response: productImport,
  }),
  getLatestImport: endpoint({
    ...apiRoutes.getLatestImport,
    summary: 'The latest import',
    response: productImport.nullable(),
  }),
  getImport: endpoint({
    ...apiRoutes.getImport,
    summary: 'The progress of an import, and the errors in its file',
    params: byId,
    response: productImport,
  }),
  applyImport: endpoint({
    ...apiRoutes.applyImport,
    summary: 'Add and change products from all rows without errors',
    params: byId,
    response: productImport,
  }),
} as const
