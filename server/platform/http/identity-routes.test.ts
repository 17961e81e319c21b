import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { rawRequest } from '#test/raw-request.ts'
import { identityRoutes } from './identity-routes.ts'

test('what takes turns does so however its address is written', async () => {
  const taken: string[] = []
  const handled: string[] = []
  const turnsNamed = (name: string) => ({
    run<Result>(_request: unknown, work: () => Promise<Result>) {
      taken.push(name)
      return work()
    },
  })
  const handle = async ({ url }: Request) => {
    handled.push(new URL(url).pathname)
    return new Response()
  }
  const turns = { writeTurns: turnsNamed('write'), googleTurns: turnsNamed('Google') }
  const app = Fastify()
  await app.register((scope) => identityRoutes(scope, handle, turns), { prefix: '/api' })
  onTestFinished(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const verify = '/api/auth/verify-email'
  for (const path of [verify, `${verify}?a`, `http://shop${verify}`, `https://elsewhere${verify}?a`])
    await rawRequest(origin, path, { method: 'POST', body: '{}' })
  await rawRequest(origin, 'http://shop/api/auth/callback/google?state=a')
  await rawRequest(origin, 'http://shop/api/auth/jwks')
  expect(taken).toEqual(['write', 'write', 'write', 'write', 'Google'])
  expect(handled).toEqual([verify, verify, verify, verify, '/api/auth/callback/google', '/api/auth/jwks'])
})
