import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** The card form is in an iframe, so our colors are passed to it, again whenever the theme changes. */
export function useCardStyle(): StripeCardElementOptions {
  const [style, setLook] = useState(cardStyle)
  useEffect(() => {
    const watcher = new MutationObserver(() => setLook(cardStyle()))
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watcher.disconnect()
  }, [])
  return style
}

function cardStyle(): StripeCardElementOptions {
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
