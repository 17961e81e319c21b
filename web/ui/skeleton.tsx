import { Spinner } from './spinner.tsx'

/** Its frame is seen in forced colors only. */
const LINE = 'rounded-field border border-transparent bg-base-200'

type SkeletonProps = { rows?: number; height?: string; columns?: string }

/** Grey lines as high as what is loading, so that nothing moves when it comes; the spinner is in the first. */
export function Skeleton({ rows = 8, height = 'h-14', columns = '' }: SkeletonProps) {
  return (
    <div className={`grid gap-2 ${columns}`}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={row} className={`grid place-items-center ${LINE} ${height}`}>
          {row === 0 && <Spinner />}
        </div>
      ))}
    </div>
  )
}
