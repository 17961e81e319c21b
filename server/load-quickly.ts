import { enableCompileCache, registerHooks } from 'node:module'
import path from 'node:path'

/** Nothing here changes what is loaded; together it takes a third off the time until the shop is open. */
export function loadQuickly() {
  enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/node'))
  // For every file of a package Node parses the whole package.json again, and Drizzle's is 180 KB:
  // its relative imports name whole files, so there is nothing to look up.
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/'))
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      return nextResolve(specifier, context)
    },
  })
}
