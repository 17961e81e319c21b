import type { ReactNode } from 'react'

/** Names and values on ruled lines. */
export function DetailList({ details }: { details: Record<string, ReactNode> }) {
  return (
    <dl className="text-sm">
      {Object.entries(details).map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-base-300 border-t py-1.5"
        >
          <dt className="text-quiet">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
