/** Everything that the page /portfolio says of the shop with this name. Edit it freely: the page shows whatever stands here. */
export const portfolioOf = (shopName: string) => ({
  title: `The makers of ${shopName}`,
  summary:
    'We wrote the software that runs this shop: from the first pixel of a card to the last byte on disk.',

  about: [
    `${shopName} runs on a machine of its own and is made for people who buy tools and materials by the hundred: they compare unit prices, minimum orders and stock, and want to be done quickly.`,
    'We like software that starts with one command, says plainly what went wrong, and can be read from top to bottom. Where a shop must not fail, with stock and with money, we prove with tests that it does not.',
  ],

  educationTitle: 'What we studied to build this',
  education: [
    {
      subject: 'Concurrency in PostgreSQL',
      lesson:
        'Two hundred people want the last hundred and fifty units in the same second. Isolation levels, row locks and constraints decide who gets them, so we learned them well enough to do it in one statement.',
    },
    {
      subject: 'Payment protocols',
      lesson:
        'Any message may be lost, late or repeated. Idempotency keys, signed webhooks and reconciliation are how an order still ends up paid exactly once.',
    },
    {
      subject: 'OpenID Connect',
      lesson:
        'What a token proves and what it does not: key sets, audiences, PKCE, short lifetimes, and why a role never belongs in one.',
    },
    {
      subject: 'Web accessibility',
      lesson:
        'The WCAG 2.2 guidelines, read as a specification: landmarks, names, focus, contrast and targets, checked in both themes and by keyboard alone.',
    },
    {
      subject: 'The path of a page',
      lesson:
        'Rendering, caching, compression and content security policies: what happens between a request and the first thing a person sees.',
    },
  ],

  skills: [
    {
      area: 'In the browser',
      skills: ['TypeScript', 'React 19', 'React Router', 'CSS and Tailwind', 'SVG drawing'],
    },
    { area: 'On the server', skills: ['Node.js', 'Fastify', 'Zod contracts', 'OAuth and JWT', 'Stripe'] },
    {
      area: 'With data',
      skills: ['PostgreSQL', 'Drizzle', 'Migrations', 'Locking and queues', 'Trigram search'],
    },
    {
      area: 'For quality',
      skills: ['Vitest', 'Playwright', 'Property tests', 'axe and Lighthouse', 'Fault injection'],
    },
  ],

  projects: [
    {
      name: 'The storefront',
      story:
        'Pages are rendered on the server once per change of their data and kept as compressed bytes. A thousand visitors after a price change trigger one render.',
      madeWith: ['React Router', 'Fastify', 'daisyUI'],
    },
    {
      name: 'Orders that cannot oversell',
      story:
        'Placing an order takes its units off the shelf in the same statement that records it. Deleting it gives them back exactly once, however many people press the button.',
      madeWith: ['PostgreSQL', 'Drizzle'],
    },
    {
      name: 'The embedded database starter',
      story:
        'A real PostgreSQL that starts with the shop and needs no installation. It survives a kill\u00a0-9, a stale lock and being run as root, and refuses a second shop on the same data.',
      madeWith: ['Node.js', 'PostgreSQL 18'],
    },
    {
      name: 'The card sandbox',
      story:
        'A stand-in for the card provider that speaks its protocol to the unchanged SDK, with test cards, authentication steps and signed webhooks. The whole shop can be tried without an account anywhere.',
      madeWith: ['Node.js', 'Stripe SDK'],
    },
    {
      name: 'Identity',
      story:
        'Password and Google sign-in behind an issuer that the shop knows only by name, audience and key set, so that another one can take its place.',
      madeWith: ['better-auth', 'jose', 'oidc-provider'],
    },
    {
      name: 'The tool wall',
      story:
        'Every tool in the demo catalogue is our own drawing: one outline, a few flat tints, the same light.',
      madeWith: ['SVG'],
    },
  ],
})
