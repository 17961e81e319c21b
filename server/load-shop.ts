import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { OpenShop, ShopDependencies } from './open-shop.ts'
import type { FirstAdmin } from './people/users/ensure-admin.ts'

type Options = Pick<ShopDependencies, 'children' | 'worker'>

/** Loads the program, which takes a while; what it returns opens the shop in this process. */
export async function loadShop({ development = false } = {}) {
  // React renders several times slower in development mode.
  if (!development) process.env.NODE_ENV ??= 'production'
  const [{ openShop }, { createIdentity }] = await Promise.all([
    import('./open-shop.ts'),
    import('#identity/identity.ts'),
  ])
  return (config: Config, log: Logger, options: Options): Promise<OpenShop> =>
    openShop(config, log, { ...options, createIdentity, development, onFirstAdmin: printFirstAdmin })
}

function printFirstAdmin({ email, password, file }: FirstAdmin) {
  console.log(
    // A service's output ends up in a log.
    process.stdout.isTTY
      ? `The first admin is ${email} with the password ${password} (also in ${file}).`
      : `The first admin is ${email}; the password is in ${file}.`,
  )
}
