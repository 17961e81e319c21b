import type { StripeElementStyle } from '@stripe/stripe-js'

const usual: StripeElementStyle = {
  base: { color: '#32325d', iconColor: '#6b7c93' },
  invalid: { color: '#df1b41', iconColor: '#df1b41' },
}

type Look = NonNullable<StripeElementStyle['base']>

function lookOf(style: StripeElementStyle, isInvalid: boolean): Look {
  const base = { ...usual.base, ...style.base }
  return isInvalid ? { ...base, ...usual.invalid, ...style.invalid } : base
}

/** Paints one field in the shop's style, through the CSSOM because the frame allows no inline style. */
export function paintField(input: HTMLInputElement, style: StripeElementStyle, isInvalid: boolean) {
  const look = lookOf(style, isInvalid)
  for (const property of ['backgroundColor', 'color', 'fontFamily', 'fontSize'] as const)
    input.style[property] = look[property] ?? ''
  input.style.setProperty('--placeholder-color', look['::placeholder']?.color ?? '')
}

/** The row takes the text's size and family too, because the fields' widths are in its measure. */
export function paintRow(row: HTMLElement, icon: SVGElement, style: StripeElementStyle, isInvalid: boolean) {
  const { fontFamily, fontSize, iconColor } = lookOf(style, isInvalid)
  row.style.fontFamily = fontFamily ?? ''
  row.style.fontSize = fontSize ?? ''
  icon.style.color = iconColor ?? ''
}
