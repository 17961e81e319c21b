import type { StripeElementCSSProperties, StripeElementStyle } from '@stripe/stripe-js'

export type FieldState = 'empty' | 'complete' | 'invalid' | 'partial'

const carried = [
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
] as const satisfies (keyof StripeElementCSSProperties)[]

const usual: StripeElementStyle = {
  base: { color: '#32325d', iconColor: '#6b7c93' },
  invalid: { color: '#df1b41', iconColor: '#df1b41' },
}

type Variant = NonNullable<StripeElementStyle['base']>

function variant(style: StripeElementStyle, name: keyof StripeElementStyle): Variant {
  return { ...usual[name], ...style[name] }
}

/** Paints one field in the shop's style, through the CSSOM because the frame allows no inline style. */
export function paintField(input: HTMLInputElement, style: StripeElementStyle, state: FieldState) {
  const base = variant(style, 'base')
  const own = state === 'partial' ? {} : variant(style, state)
  const focused = document.activeElement === input ? { ...base[':focus'], ...own[':focus'] } : {}
  const disabled = input.disabled ? { ...base[':disabled'], ...own[':disabled'] } : {}
  const look: StripeElementCSSProperties = { ...base, ...own, ...focused, ...disabled }
  for (const property of carried) input.style[property] = String(look[property] ?? '')
  const placeholder = own['::placeholder']?.color ?? base['::placeholder']?.color ?? ''
  input.style.setProperty('--placeholder-color', placeholder)
}

/** The row takes the text's size and family too, because the fields' widths are in its measure. */
export function paintRow(row: HTMLElement, icon: SVGElement, style: StripeElementStyle, isInvalid: boolean) {
  const base = variant(style, 'base')
  row.style.fontFamily = base.fontFamily ?? ''
  row.style.fontSize = base.fontSize ?? ''
  row.style.letterSpacing = base.letterSpacing ?? ''
  row.style.lineHeight = base.lineHeight ?? ''
  const shown = isInvalid ? variant(style, 'invalid') : base
  icon.style.color = shown.iconColor ?? ''
}
