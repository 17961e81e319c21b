import type { Adapter, AdapterPayload } from 'oidc-provider'

const ENTRIES_KEPT = 5_000

/** What the provider remembers: in memory, until it expires or until newer entries push it out. */
export function createStore() {
  const entries = new Map<string, { payload: AdapterPayload; expiresAt: number }>()

  function find(key: string): AdapterPayload | undefined {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }

  function keep(key: string, payload: AdapterPayload, expiresIn = 600) {
    entries.delete(key)
    entries.set(key, { payload, expiresAt: Date.now() + expiresIn * 1000 })
    const oldest = entries.keys().next().value
    if (entries.size > ENTRIES_KEPT && oldest !== undefined) entries.delete(oldest)
  }

  function search(model: string, matches: (payload: AdapterPayload) => boolean) {
    for (const [key, { payload }] of entries)
      if (key.startsWith(`${model}:`) && matches(payload)) return find(key)
    return undefined
  }

  return (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => keep(`${model}:${id}`, payload, expiresIn),
    find: async (id) => find(`${model}:${id}`),
    findByUid: async (uid) => search(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => search(model, (payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = find(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => {
      entries.delete(`${model}:${id}`)
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
