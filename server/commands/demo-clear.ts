import { clearDemo } from '../demo/clear-demo.ts'
import { confirm } from './ask.ts'
import { command } from './command.ts'

const usage = {
  line: 'npm run demo:clear',
  description: 'Removes the demo products and demo reviews, for good. What you added yourself stays.',
  flags: { yes: 'does not ask first' },
}

export default command(usage, async ({ db, args }) => {
  if (!args.has('yes'))
    await confirm(
      'Remove all demo products and demo reviews from this shop, for good?',
      'Nothing was removed. Without a terminal to ask in, say: npm run demo:clear -- --yes',
    )
  const { products, reviews } = await clearDemo(db)
  return `Removed ${products} demo products and ${reviews} demo reviews.`
})
