import { clearDemo } from '../demo/clear-demo.ts'
import { confirm } from './ask.ts'
import { command } from './command.ts'

const usage = {
  line: 'npm run demo:clear',
  description:
    'Removes the demo products and reviews, the demo customers and all of their orders, quotes and documents, for good. What you added yourself stays.',
  flags: { yes: 'does not ask first' },
}

export default command(usage, async ({ db, args }) => {
  if (!args.has('yes'))
    await confirm(
      'Remove all demo products, demo reviews, demo customers and their orders from this shop, for good?',
      'Nothing was removed. Without a terminal to confirm in, run: npm run demo:clear -- --yes',
    )
  const { products, reviews, customers, orders, documents, refunds, quotes } = await clearDemo(db)
  const ofYear = `${customers} demo customers with ${orders} orders, ${documents} documents, ${refunds} refunds and ${quotes} quotes`
  return `Removed ${products} demo products, ${reviews} demo reviews and ${ofYear}.`
})
