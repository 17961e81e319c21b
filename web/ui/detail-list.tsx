import type { ReactNode } from 'react'

type Details = Record<string, ReactNode> | (readonly [name: string, value: ReactNode])[]

/** Names and values on ruled lines. */
export function DetailList({ details }: { details: Details }) {
  const entries = Array.isArray(details) ? details : Object.entries(details)
  return (
    <dl className="text-sm">
      {entries.map(([name, value]) => (
        <div
          key={name}
          className="flex items-baseline justify-between gap-x-4 border-base-300 border-t py-1.5"
        >
          <dt className="max-w-2/3 shrink-0 text-quiet">{name}</dt>
          <dd className="min-w-0 text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
