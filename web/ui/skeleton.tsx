import { Spinner } from './spinner.tsx'

/** Its frame is seen in forced colors only. */
const LINE = 'rounded-field border border-transparent bg-base-200'

/** The spinner over grey lines as high as what is loading, so that nothing moves when it comes. */
export function Skeleton({ rows = 8, height = 'h-14' }: { rows?: number; height?: string }) {
  return (
    <div className="relative grid gap-2">
      <div className="absolute inset-x-0 top-16 z-1 grid place-items-center">
        <Spinner />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={row} aria-hidden="true" className={`${LINE} ${height}`} />
      ))}
    </div>
  )
}
