import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

/** A `handle` of a dashboard page: what it shows until its data is there. */
export type ScreenHandle = { Loading: ComponentType }

/** The page's title, which stays, above grey lines as high as its content. */
export const screenHandle = (title: ReactNode, skeleton?: ComponentProps<typeof Skeleton>): ScreenHandle => ({
  Loading: () => (
    <>
      {title}
      <Skeleton {...skeleton} />
    </>
  ),
})
