import { Spinner } from './spinner.tsx'

/** Its frame is seen in forced colors only. */
const LINE = 'rounded-field border border-transparent bg-base-200'

type SkeletonProps = {
  /** The size of each block. */
  blocks?: readonly string[]
  layout?: string
}

/** Grey blocks as high as what is loading, so that nothing moves when it comes; the spinner is in the first. */
export function Skeleton({ blocks = blocksOf(8, 'h-14'), layout = 'gap-2' }: SkeletonProps) {
  return (
    <div className={`grid ${layout}`}>
      {blocks.map((size, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={block} className={`grid place-items-center ${LINE} ${size}`}>
          {block === 0 && <Spinner />}
        </div>
      ))}
    </div>
  )
}

export const blocksOf = (count: number, size: string): string[] => Array(count).fill(size)

/** Of a table, below its search field if it has one: cards where there is no room for columns. */
export function TableSkeleton({ searched = false }: { searched?: boolean }) {
  const rows = blocksOf(6, 'h-64 xl:h-20')
  const blocks = searched ? ['col-span-full h-10 md:max-w-96', ...rows] : rows
  return <Skeleton blocks={blocks} layout="gap-4 sm:grid-cols-2 xl:grid-cols-1 xl:gap-2" />
}
