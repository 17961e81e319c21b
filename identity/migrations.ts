import path from 'node:path'

/** Where these migrations are and where the database remembers them; whoever hosts the service applies them. */
export const identityMigrations = {
  folder: path.join(import.meta.dirname, 'migrations'),
  schema: 'identity',
  table: 'migrations',
}
