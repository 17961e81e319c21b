import { useState } from 'react'
import { LoadedLater } from './page/loaded.tsx'
import { resultOf } from './page/result.ts'

/** The empty margin that scanners need, in modules. */
const QUIET_ZONE = 4

/** Always dark on white, whatever the theme: many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const load = () => resultOf(draw(text))
  const [loading, setLoading] = useState(load)
  return (
    <LoadedLater loading={loading} retry={() => setLoading(load())} skeleton={{ blocks: 1, height: 'h-48' }}>
      {({ size, path }) => (
        <svg
          role="img"
          aria-label={label}
          viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`}
          shapeRendering="crispEdges"
          className="size-48 rounded-field border border-base-300 bg-white"
        >
          <path d={path} fill="#000" />
        </svg>
      )}
    </LoadedLater>
  )
}

async function draw(text: string) {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const path = Array.from(data, (dark, at) =>
    dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '',
  ).join('')
  return { size, path }
}
