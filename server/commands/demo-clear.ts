import { environmentVariables, readConfig } from '../config.ts'
import { clearDemo } from '../database/demo/clear-demo.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createLog } from '../log.ts'

const config = readConfig(environmentVariables())
const database = await openDatabase(config, createLog('warn'), { share: true })
await migrate(database.connection)
const { products, reviews } = await clearDemo(database.db)
await database.close()
console.log(`Removed ${products} demo products and ${reviews} demo reviews.`)
