import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('web/ui/theme.css', 'utf8')
const colors = new Map(
  [...css.matchAll(/--(?:color-)?([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
)

/** As WCAG defines it. */
function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: 'light' | 'dark') {
  const [high = 0, low = 0] = [one, other]
    .map((name) => luminance(colors.get(name)?.[theme] ?? ''))
    .sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['base-100', 'base-200', 'base-300']

test.each(['light', 'dark'] as const)('on every ground of the %s theme', (theme) => {
  for (const ground of grounds) {
    expect(contrast('link', ground, theme), `focus ring on ${ground}`).toBeGreaterThanOrEqual(3)
    expect(contrast('base-content', ground, theme), `text on ${ground}`).toBeGreaterThanOrEqual(7)
    expect(contrast('quiet', ground, theme), `quiet text on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
  for (const color of ['primary', 'accent', 'success', 'error'])
    expect(contrast(`${color}-content`, color, theme), `text on ${color}`).toBeGreaterThanOrEqual(4.5)
})
