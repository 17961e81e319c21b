import { clearDemo } from '../database/demo/clear-demo.ts'
import { command } from './command.ts'

await command(async ({ db }) => {
  const { products, reviews } = await clearDemo(db)
  return `Removed ${products} demo products and ${reviews} demo reviews.`
})
