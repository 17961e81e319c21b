import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import type { ShopInfo } from '#contract/page-data.ts'

export const CARD_FORM_AWAY = 'The card form could not be loaded. Check your connection and try again.'

let loading: Promise<Stripe | null> | null = null

/** The provider's script, or the sandbox's in its place: the first one present is the one that is used. */
export function loadCardProvider({ publishableKey, sandboxScript }: ShopInfo['cardProvider']) {
  loading ??= (sandboxScript ? loadScript(sandboxScript) : Promise.resolve())
    .then(() => loadStripe(publishableKey))
    .catch((cause: unknown) => {
      loading = null
      throw new Error(CARD_FORM_AWAY, { cause })
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
