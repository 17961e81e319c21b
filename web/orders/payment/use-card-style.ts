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
  // A color that depends on the theme is resolved only where it is used.
  const probe = document.body.appendChild(document.createElement('i'))
  const color = (name: string) => {
    probe.style.color = `var(--color-${name})`
    return getComputedStyle(probe).color
  }
  const options = {
    style: {
      base: {
        backgroundColor: color('base-100'),
        color: color('base-content'),
        iconColor: color('quiet'),
        fontFamily: getComputedStyle(probe).fontFamily,
        fontSize: '16px',
        '::placeholder': { color: color('quiet') },
      },
      invalid: { color: color('error'), iconColor: color('error') },
    },
  }
  probe.remove()
  return options
}
