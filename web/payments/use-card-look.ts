import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** The card form has a document of its own, so our colours are handed to it, again whenever the theme changes. */
export function useCardLook(): StripeCardElementOptions {
  const [look, setLook] = useState(cardLook)
  useEffect(() => {
    const watcher = new MutationObserver(() => setLook(cardLook()))
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watcher.disconnect()
  }, [])
  return look
}

function cardLook(): StripeCardElementOptions {
  const styles = getComputedStyle(document.documentElement)
  const token = (name: string) => styles.getPropertyValue(name).trim()
  return {
    style: {
      base: {
        backgroundColor: token('--color-base-100'),
        color: token('--color-base-content'),
        iconColor: token('--quiet'),
        fontFamily: token('--font-sans'),
        fontSize: '16px',
        '::placeholder': { color: token('--quiet') },
      },
      invalid: { color: token('--color-error'), iconColor: token('--color-error') },
    },
  }
}
