const nouns =
  'products|pictures|imports|bookings|quotes|payments|documents|ratings|users|profiles|accounts|feedback|overview|mail'
const rooms = `${nouns}|jobs|metrics|outbox`
const store = '[a-z-]*store\\.ts$'
const testFiles = '\\.test\\.tsx?$'
const testFolders = '^(test|e2e|bench|proof)/'
const tests = [testFiles, testFolders]

/** A package, whether the resolver found its file or only knows its name. */
const packages = (names) => `(^|node_modules/)(${names})(/|$)`

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Between nouns, in the server's folders and in the web's. */
const nounMayUse = (users, others) =>
  forbid(
    `nouns-${users.replaceAll('|', '-')}`,
    `${users} may use ${others.length > 0 ? others.join(' and ') : 'no other noun'}`,
    { path: `^(server|web)/(${users})/`, pathNot: testFiles },
    { path: `^$1/(${nouns})/`, pathNot: `^$1/($2${others.map((other) => `|${other}`).join('')})/` },
  )

module.exports = {
  forbidden: [
    forbid(
      'no-circle',
      'A circle has no top to read from, nor has a circle of types',
      {},
      { circular: true },
    ),
    forbid(
      'resolvable',
      'An import that cannot be resolved cannot be judged',
      {},
      { couldNotResolve: true, pathNot: ['\\+types/', '^virtual:'] },
    ),

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
      { pathNot: ['^identity/', '^server/load-shop\\.ts$', '^server/commands/', ...tests] },
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
      'store-at-the-bottom',
      'routes → use cases → store: a store knows other stores at most',
      { path: `^server/(${nouns})/${store}` },
      { path: `^server/(${nouns})/`, pathNot: [`/${store}`, '^server/documents/document-data\\.ts$'] },
    ),
    forbid(
      'routes-at-the-top',
      'routes → use cases → store: only the list of what is mounted imports routes',
      { path: '^server/', pathNot: ['^server/app\\.ts$', testFiles] },
      { path: `^server/(${rooms})/routes\\.ts$` },
    ),
    forbid(
      'jobs-at-the-top',
      'Jobs call the use cases of nouns; these send jobs through the shop',
      { path: `^server/(${nouns})/`, pathNot: testFiles },
      { path: '^server/jobs/' },
    ),
    forbid(
      'http-below-nouns',
      'Every noun uses server/http; it looks up the caller and knows no noun besides',
      { path: '^server/http/', pathNot: testFiles },
      { path: `^server/(${nouns})/`, pathNot: '^server/users/store\\.ts$' },
    ),
    forbid(
      'database-below-nouns',
      'Every noun uses server/database',
      { path: '^server/database/', pathNot: testFiles },
      { path: `^server/(${nouns}|http|site|cache|backup|demo)/` },
    ),
    forbid(
      'outbox-below-nouns',
      'Every noun writes mails; what they say is composed above all of them, in server/mail',
      { path: '^server/outbox/', pathNot: testFiles },
      { path: `^server/(${nouns}|http|site)/` },
    ),
    forbid(
      'cache-below-nouns',
      'The response cache knows tags and bytes, not what they are about',
      { path: '^server/cache/', pathNot: testFiles },
      { path: `^server/(${nouns}|http|site)/` },
    ),
    forbid(
      'embedded-postgres-stands-alone',
      'The starter of PostgreSQL knows nothing of the shop',
      { path: '^server/embedded-postgres/', pathNot: testFiles },
      { path: '^(contract|server|identity)/', pathNot: '^server/(embedded-postgres/|startup-error\\.ts$)' },
    ),
    nounMayUse('payments', ['documents', 'bookings', 'products']),
    nounMayUse('documents', ['quotes', 'bookings']),
    nounMayUse('quotes', ['bookings', 'products']),
    nounMayUse('bookings', ['products']),
    nounMayUse('ratings|profiles', ['users']),
    nounMayUse('accounts', [
      'payments',
      'documents',
      'quotes',
      'bookings',
      'ratings',
      'profiles',
      'users',
      'feedback',
    ]),
    nounMayUse('mail', ['documents', 'quotes']),
    nounMayUse('products', ['pictures']),
    nounMayUse('pictures|overview|users|feedback', []),
    nounMayUse('imports', ['products', 'pictures']),

    forbid(
      'pages-at-the-top',
      'pages → parts → ui: a page is named in web/routes.ts and imported by nobody',
      { path: '^web/', pathNot: ['^web/pages/', testFiles] },
      { path: '^web/pages/' },
    ),
    forbid(
      'ui-at-the-bottom',
      'ui holds plain pieces without shop words, besides the widths of pictures',
      { path: '^web/ui/', pathNot: testFiles },
      { path: '^(contract|web)/', pathNot: '^(web/ui/|contract/stored-pictures\\.ts$)' },
    ),

    forbid(
      'styles-beside-their-component',
      'A CSS file is named after the component of its folder that imports it, and imported by no other',
      { path: '^(.+)\\.tsx?$' },
      { path: '\\.css$', pathNot: '^$1\\.css$' },
    ),

    forbid(
      'sql-has-its-home',
      'SQL lives in the stores of the nouns, server/{database,backup,demo}/ and identity/',
      {
        pathNot: [
          `^server/(${rooms})/${store}`,
          '^server/(database|backup|demo)/',
          '^server/embedded-postgres/.*\\.test\\.ts$',
          '^identity/',
          '^(test|proof|bench)/',
        ],
      },
      { path: packages('drizzle-orm|pg') },
    ),
    forbid(
      'prom-client-has-its-home',
      'Use cases count through the shop; how it is shown is decided in server/metrics/',
      { pathNot: ['^server/metrics/', ...tests] },
      { path: packages('prom-client') },
    ),
    forbid(
      'smtp-has-its-home',
      'Mail is spoken by server/outbox/transport.ts, and heard by the sandbox',
      { pathNot: ['^server/outbox/transport\\.ts$', '^sandbox/mail/', ...tests] },
      { path: packages('nodemailer|smtp-server|postal-mime') },
    ),
    forbid(
      'pdf-has-its-home',
      'Documents are drawn by server/documents/draw-sheet.ts, in a thread of its own',
      { pathNot: ['^server/documents/(draw-sheet|typeset|pdfkit\\.d)\\.ts$', ...tests] },
      { path: packages('pdfkit|fontkit') },
    ),
    forbid(
      'sharp-has-its-home',
      'Pictures are decoded in server/pictures/encode-picture.ts, which says for the whole process what may be',
      { pathNot: ['^server/pictures/encode-picture\\.ts$', ...tests] },
      { path: packages('sharp') },
    ),
    forbid(
      'http-has-its-home',
      'HTTP lives in routes.ts, server/http/, server/site/, app.ts, main.ts and sandbox-process.ts, which proxies',
      {
        path: '^(server|web)/',
        pathNot: [
          `^server/(${rooms})/routes\\.ts$`,
          '^server/(http|site)/',
          '^server/(app|main|sandbox-process)\\.ts$',
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
