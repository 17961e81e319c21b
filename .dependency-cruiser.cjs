/** From the bottom to the top: nothing knows what stands after it. */
const rooms = {
  server: ['platform', 'catalogue', 'people', 'sales', 'accounts', 'notify', 'site', 'desk', 'operations'],
  'server/catalogue': ['pictures', 'products', 'stock', 'categories', 'search', 'imports'],
  'server/people': ['users', '(profiles|ratings|feedback)'],
  'server/sales': [
    'bookings',
    'holds',
    'bank-transfers',
    'quotes',
    'documents',
    'card-provider',
    'payment-attempts',
    'refunds',
    'payments',
    'closing',
    'provider-news',
    'checkout',
  ],
  web: ['ui', 'boot', 'session', 'forms', 'lists', 'layout', 'storefront', 'account', 'orders', 'desk'],
  contract: ['formats', 'calls', 'catalogue', 'sales', 'people', 'site', 'desk'],
}
const aboveThePlatform = rooms.server.slice(1).join('|')
const routes = '^server/[a-z-]+/[a-z-]+-routes\\.ts$'
const store = '[/-]store\\.ts$'
const testFiles = '\\.test\\.tsx?$'
const testFolders = '^(test|e2e|bench|proof)/'
const tests = [testFiles, testFolders]

/** A package, whether the resolver found its file or only knows its name. */
const packages = (names) => `(^|node_modules/)(${names})(/|$)`

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const directions = Object.entries(rooms).flatMap(([house, order]) =>
  order.slice(0, -1).map((room, index) => {
    const above = order.slice(index + 1).join('|')
    return forbid(
      `${house}-${room}-is-below`.replace(/[^a-z]+/g, '-'),
      `In ${house}/, ${room} knows nothing of what is above it (the list of rooms in this file)`,
      { path: `^${house}/${room}/`, pathNot: testFiles },
      { path: `^${house}/(${above})/` },
    )
  }),
)

module.exports = {
  forbidden: [
    forbid(
      'no-circle',
      'A circle has no top to read from, nor has a circle of types',
      {},
      { circular: true },
    ),
    {
      ...forbid('no-folder-circle', 'Folders that hold each other are one folder', {}, { circular: true }),
      scope: 'folder',
    },
    forbid(
      'resolvable',
      'An import that cannot be resolved cannot be judged',
      {},
      { couldNotResolve: true, pathNot: ['\\+types/', '^virtual:'] },
    ),
    ...directions,

    forbid(
      'contract-imports-only-zod',
      'Browser and server both load the contract',
      { path: '^contract/', pathNot: testFiles },
      { pathNot: ['^contract/', packages('zod')] },
    ),
    forbid(
      'networks-stands-alone',
      'Server and identity service both take turns by network',
      { path: '^networks/', pathNot: testFiles },
      { pathNot: ['^networks/', packages('ipaddr\\.js')] },
    ),
    forbid(
      'web-uses-only-contract',
      'The browser reaches the server by calls, never by import',
      { path: '^web/' },
      { path: '^(networks|server|identity|sandbox|setup)/' },
    ),
    forbid(
      'server-uses-only-contract',
      'The server loads the built site at run time and starts the rest',
      { path: '^server/' },
      { path: '^(web|setup)/' },
    ),
    forbid(
      'identity-only-at-the-start',
      'The shop knows identity by issuer, audience and key set; only the start and the commands hold it',
      { pathNot: ['^identity/', '^server/load-shop\\.ts$', '^server/operations/commands/', ...tests] },
      { path: '^identity/' },
    ),
    forbid(
      'identity-stands-alone',
      'Identity can be moved to a process of its own',
      { path: '^identity/', pathNot: [testFiles, '^identity/test-'] },
      { path: '^(server|web|sandbox|setup)/' },
    ),
    forbid(
      'sandbox-is-started',
      'Stand-ins for the world outside run as a process',
      { pathNot: ['^sandbox/', ...tests] },
      { path: '^sandbox/' },
    ),
    forbid(
      'sandbox-stands-alone',
      'The world outside knows nothing of the shop',
      { path: '^sandbox/', pathNot: testFiles },
      { path: '^(contract|networks|server|web|identity|setup)/' },
    ),
    forbid(
      'tests-are-not-imported',
      'What tests share is not for the product',
      { pathNot: tests },
      { path: [testFolders, testFiles] },
    ),

    forbid(
      'put-together-at-the-top',
      'The shop is put together in server/; only the processes of operations start it',
      { path: `^server/(${rooms.server.slice(0, -1).join('|')})/`, pathNot: testFiles },
      { path: '^server/(main|dev|load-shop|open-shop|app)\\.ts$' },
    ),
    forbid(
      'store-at-the-bottom',
      'routes → use cases → store: a store knows other stores at most',
      { path: `^server/(${aboveThePlatform})/.+${store}` },
      {
        path: `^server/(${aboveThePlatform})/`,
        pathNot: [store, '^server/sales/documents/document-data\\.ts$'],
      },
    ),
    forbid(
      'routes-at-the-top',
      'routes → use cases → store: only the list of what is mounted imports routes',
      { path: '^server/', pathNot: ['^server/app\\.ts$', testFiles] },
      { path: routes },
    ),
    forbid(
      'database-and-cache-at-the-bottom',
      'They know rows, tags and bytes, not what these are about',
      { path: '^server/platform/(database|cache)/', pathNot: testFiles },
      { path: '^server/platform/', pathNot: '^server/platform/(database|cache|startup|log|concurrency)/' },
    ),
    forbid(
      'embedded-postgres-stands-alone',
      'The starter of PostgreSQL knows nothing of the shop',
      { path: '^server/operations/embedded-postgres/', pathNot: testFiles },
      {
        path: '^(contract|server|identity)/',
        pathNot: '^server/(operations/embedded-postgres/|platform/startup/startup-error\\.ts$)',
      },
    ),

    forbid(
      'pages-at-the-top',
      'pages → parts → ui: a page is a file beside the folders of its room, named in web/routes.ts and imported by nobody',
      { path: '^web/', pathNot: testFiles },
      { path: '^web/(storefront|account|orders|desk)/[^/]+\\.tsx?$' },
    ),
    forbid(
      'ui-at-the-bottom',
      'ui holds plain pieces without shop words, besides the widths of pictures',
      { path: '^web/ui/', pathNot: testFiles },
      { path: '^(contract|web)/', pathNot: '^(web/ui/|contract/catalogue/stored-pictures\\.ts$)' },
    ),
    forbid(
      'styles-beside-their-component',
      'A CSS file is named after the component of its folder that imports it, and imported by no other',
      { path: '^(.+)\\.tsx?$' },
      { path: '\\.css$', pathNot: '^$1\\.css$' },
    ),

    forbid(
      'sql-has-its-home',
      'SQL lives in the stores of the nouns, server/platform/database/, server/operations/{backup,demo}/ and identity/',
      {
        pathNot: [
          `^server/.+${store}`,
          '^server/platform/database/',
          '^server/operations/(backup|demo)/',
          '^server/operations/embedded-postgres/.*\\.test\\.ts$',
          '^identity/',
          '^(test|proof|bench)/',
        ],
      },
      { path: packages('drizzle-orm|pg') },
    ),
    forbid(
      'prom-client-has-its-home',
      'Use cases count through the shop; how it is shown is decided in server/platform/metrics/',
      { pathNot: ['^server/platform/metrics/', ...tests] },
      { path: packages('prom-client') },
    ),
    forbid(
      'smtp-has-its-home',
      'Mail is spoken by server/platform/outbox/transport.ts, and heard by the sandbox',
      { pathNot: ['^server/platform/outbox/transport\\.ts$', '^sandbox/mail/', ...tests] },
      { path: packages('nodemailer|smtp-server|postal-mime') },
    ),
    forbid(
      'pdf-has-its-home',
      'Documents are drawn by server/sales/documents/pdf/draw-sheet.ts, in a thread of its own',
      { pathNot: ['^server/sales/documents/pdf/(draw-sheet|typeset|pdfkit\\.d)\\.ts$', ...tests] },
      { path: packages('pdfkit|fontkit') },
    ),
    forbid(
      'sharp-has-its-home',
      'Pictures are decoded in server/catalogue/pictures/encode-picture.ts, which says for the whole process what may be',
      { pathNot: ['^server/catalogue/pictures/encode-picture\\.ts$', ...tests] },
      { path: packages('sharp') },
    ),
    forbid(
      'http-has-its-home',
      'HTTP lives in routes, server/platform/, server/site/, app.ts, main.ts and sandbox-client.ts, which proxies',
      {
        path: '^(server|web)/',
        pathNot: [
          routes,
          '^server/platform/(http|endpoints|openapi|turns|refusals|csv|cache)/',
          '^server/site/',
          '^server/(app|main|operations/processes/sandbox-client)\\.ts$',
          testFiles,
        ],
      },
      { path: packages('fastify|fastify-plugin|@fastify/[^/]+') },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.json'],
    },
  },
}
