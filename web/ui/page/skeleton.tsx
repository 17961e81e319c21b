import { Spinner } from './spinner.tsx'

/** Its frame is seen in forced colors only. */
const BLOCK = 'rounded-field border border-transparent bg-base-200'

type SkeletonProps = {
  blocks?: number
  /** Of each block, if not of the layout. */
  height?: string
  layout?: string
  /** For one beside another that has the spinner. */
  silent?: boolean
}

/** Grey blocks as high as what is loading, so that nothing moves when it comes; the spinner is in the first. */
export function Skeleton({ blocks = 8, height = 'h-14', layout = 'gap-2', silent }: SkeletonProps) {
  return (
    <div aria-busy="true" className={`grid ${layout}`}>
      {Array.from({ length: blocks }, (_, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={block} className={`grid place-items-center ${BLOCK} ${height}`}>
          {block === 0 && !silent && <Spinner />}
        </div>
      ))}
    </div>
  )
}
