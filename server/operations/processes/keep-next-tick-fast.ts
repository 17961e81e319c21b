import { createHook } from 'node:async_hooks'

let keptTick: object | undefined

/**
 * Keeps one of `process.nextTick`'s objects for good. V8 discards the shape of objects of which a full garbage collection finds none
 * alive; the compiled `nextTick` knows no other shape and takes seven times as long from then on, several times per request.
 */
export function keepNextTickFast() {
  if (keptTick) return
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') keptTick = resource
    },
  }).enable()
  process.nextTick(() => {})
  hook.disable()
}
