import { expect, test } from 'vitest'
import { clientNetworks } from '#networks/client-network.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { limitProviderCalls } from './limit-provider-calls.ts'

const CALLERS = 30
const OF_CALLER = 60

const callerNamed = (id: string) => ({ id }) as Caller

test('many accounts of a few networks do not use up what the card provider accepts of the shop; others go on paying', async () => {
  const count = limitProviderCalls(true)
  let refused = 0
  for (let turn = 0; turn < OF_CALLER; turn++)
    for (let index = 0; index < CALLERS; index++) {
      const from = clientNetworks(`198.51.${index % 3}.${index}`)
      await count(callerNamed(`attacker ${index}`), from).catch((error: unknown) => {
        expect(error).toMatchObject({ status: 429 })
        refused += 1
      })
    }
  expect(refused).toBe(CALLERS * OF_CALLER - 1_200)
  for (let index = 0; index < 100; index++)
    for (let call = 0; call < 3; call++)
      await count(callerNamed(`customer ${index}`), clientNetworks(`203.0.${index}.1`))
})

test('without limits nobody is refused', async () => {
  const count = limitProviderCalls(false)
  for (let call = 0; call < 2_000; call++) await count(callerNamed('a test'), clientNetworks('198.51.100.1'))
})
