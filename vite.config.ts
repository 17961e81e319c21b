import { readFile } from 'node:fs/promises'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, minify, type Plugin } from 'vite'
import { markdown } from './setup/markdown-plugin.ts'

// Few files for a first visit: what changes only with the toolchain, what every page has, and the home page. What nearly every
// signed-in page has is one, too: the list of files is part of that visit.
const groups = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    priority: 3,
  },
  { name: 'root', test: /[\\/]web[\\/]root\.tsx/, priority: 2 },
  { name: 'home', test: /[\\/]web[\\/]storefront[\\/]home\.tsx/, priority: 1 },
  {
    name: 'signed-in-parts',
    test: /[\\/]web[\\/](forms[\\/](fetch-with-progress|typed-values)|session[\\/](own-account|sign-in|current-user|load-own|admin-check)|desk[\\/]users[\\/]admins-only-notice|storefront[\\/]product[\\/]thumbnail|ui[\\/](chip|dates|page[\\/](page-title|loaded|result|notice|missing)|controls[\\/](save-file|download-button|retry-button|number-field)))\.tsx?/,
    priority: 0,
  },
  // Apart from them: public pages need some of those parts, and would be sent these styles with them.
  {
    name: 'modal',
    test: /[\\/]web[\\/]ui[\\/]modals[\\/](modal|modal-buttons|modal-form|confirm-modal)\.tsx/,
    priority: 0,
  },
]

/** Lets the module of a route export what others share with it; otherwise each group costs a file that only re-exports. */
const withoutFacades: Plugin = {
  name: 'without-facades',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.name === 'client',
  options: (given) => ({ ...given, preserveEntrySignatures: 'allow-extension' }),
}

/** React Router's server knows which routes are case-sensitive; its browser's half forgets it and would show another page. */
const caseSensitiveInBrowser: Plugin = {
  name: 'case-sensitive-in-browser',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]dom[\\/]ssr[\\/]routes\.js/ },
    handler(code) {
      const route = /let dataRoute = \{(?=\s*id: route\.id,)/
      if (!route.test(code)) throw new Error('React Router has changed: review caseSensitiveInBrowser')
      return { code: code.replace(route, '$& caseSensitive: route.caseSensitive,'), map: null }
    },
  },
}

/** The script that is part of every page. */
const minifyInlineScript: Plugin = {
  name: 'minify-inline-script',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\.inline\.js\?raw$/ },
    async handler(id) {
      const file = id.replace('?raw', '')
      const { code } = await minify(file, await readFile(file, 'utf8'))
      return `export default ${JSON.stringify(code)}`
    },
  },
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    markdown,
    minifyInlineScript,
    caseSensitiveInBrowser,
    reactRouter(),
    withoutFacades,
  ],
  // Every page's, before the first is visited: a package found later is a second React in a page that is already there.
  optimizeDeps: { entries: ['web/**/*.tsx'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups },
          },
        },
      },
    },
  },
})
