// Imported for its effect: everything in setup/ works from the repository's top, wherever it was called from.
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
