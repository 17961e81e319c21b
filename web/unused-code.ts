import type { Plugin } from 'vite'

type Unused = {
  /** Called on ordinary ways, without effect unless the feature is used. */
  idle: string[]
  /** Only ever called when the feature is used: then says so. */
  never: string[]
}

/** Functions of the libraries that nothing in web/ can reach, by file; docs/decisions/unused-code.md says why. */
const unused: Record<string, Unused> = {
  'react-dom/cjs/react-dom-client.production.js': {
    idle: [
      // <ViewTransition>
      'trackEnterViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      // <Fragment ref>
      'commitNewChildToFragmentInstances',
      'commitFragmentInstanceInsertionEffects',
      'commitFragmentInstanceDeletionEffects',
    ],
    never: [
      // <ViewTransition>
      'startViewTransition',
      'commitAfterMutationEffectsOnFiber',
      'applyViewTransitionToHostInstances',
      'getViewTransitionName',
      'createViewTransitionInstance',
      // <Fragment ref>
      'FragmentInstance',
      // <Activity>, <SuspenseList>, elements of one's own
      'updateActivityComponent',
      'updateSuspenseListComponent',
      'setPropOnCustomElement',
      // useActionState
      'mountActionState',
      'updateActionState',
      'rerenderActionState',
      // preload(), preinit() and their kin
      'preconnectAs',
      'preload',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
    ],
  },
  // Fetchers and actions: forms of this shop call the API.
  'react-router/dist/production/lib/router/router.js': {
    idle: [],
    never: ['handleAction', 'handleFetcherAction', 'handleFetcherLoader', 'discoverRoutes'],
  },
  'react-router/dist/production/lib/dom/ssr/single-fetch.js': {
    idle: [],
    never: ['singleFetchActionStrategy', 'nonSsrStrategy'],
  },
  'react-router/dist/production/lib/dom/lib.js': { idle: [], never: ['useSubmit', 'useFormAction'] },
  // Server components.
  'react-router/dist/production/lib/hooks.js': { idle: [], never: ['RSCErrorHandler'] },
  'react-router/dist/production/lib/router/instrumentation.js': {
    idle: ['consumeInstrumentationClientResultMetaReceiver'],
    never: ['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
  },
  // web/layout/late-scripts.tsx stands in its place.
  'react-router/dist/production/lib/dom/ssr/components.js': {
    idle: ['Scripts'],
    never: ['RSCPrefetchPageLinksImpl'],
  },
  // Route discovery: the whole manifest comes first.
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': {
    idle: ['getPatchRoutesOnNavigationFunction', 'useFogOFWarDiscovery'],
    never: ['getPartialManifest'],
  },
}

/** Leaves out of the browser's bundle what minifiers cannot know to be unused. */
export function withoutUnusedCode(): Plugin {
  return {
    name: 'without-unused-code',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /node_modules[\\/]react-(dom|router)[\\/]/ },
      handler(code, id) {
        const file = id.replaceAll('\\', '/').split('node_modules/').at(-1) ?? ''
        const here = unused[file]
        return here && { code: cut(code, this.parse(code), here, file), map: null }
      },
    },
  }
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

function cut(code: string, program: unknown, { idle, never }: Unused, file: string): string {
  const left = new Set([...idle, ...never])
  const cuts: { start: number; end: number; by: string }[] = []
  visit(program)
  if (left.size > 0)
    throw new Error(`${file} has no ${[...left].join(', ')} any more: review web/unused-code.ts`)
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, by }) => rest.slice(0, start) + by + rest.slice(end), code)

  function visit(value: unknown) {
    if (Array.isArray(value)) return value.forEach(visit)
    if (value === null || typeof value !== 'object' || !('type' in value)) return
    const node = value as Node
    if (node.type === 'FunctionDeclaration') {
      const name = (node.id as { name: string }).name
      const { start, end } = node.body as Node
      if (left.delete(name)) {
        cuts.push({ start, end, by: idle.includes(name) ? '{}' : `{throw Error("${name} was left out")}` })
        return
      }
    }
    if (node.type === 'ExpressionStatement') {
      const owner = /^(\w+)\.prototype\./.exec(code.slice(node.start, node.start + 80))?.[1]
      if (owner && never.includes(owner)) {
        cuts.push({ start: node.start, end: node.end, by: '' })
        return
      }
    }
    for (const child of Object.values(node)) visit(child)
  }
}
