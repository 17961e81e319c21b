import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import type { ShopInfo } from '#contract/site/page-data.ts'

export const CARD_FORM_UNAVAILABLE = 'The card form could not be loaded. Check your connection and try again.'

let loading: Promise<Stripe | null> | null = null

/** Loads the provider's script; in demo mode the sandbox's comes first, and `loadStripe` uses the one that is present. */
export function loadCardProvider({ publishableKey, sandboxScript }: ShopInfo['cardProvider']) {
  loading ??= (sandboxScript ? loadScript(sandboxScript) : Promise.resolve())
    .then(() => loadStripe(publishableKey))
    .catch((cause: unknown) => {
      loading = null
      throw new Error(CARD_FORM_UNAVAILABLE, { cause })
    })
  return loading
}

function loadScript(src: string) {
  return new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = reject
    document.head.append(script)
  })
}
