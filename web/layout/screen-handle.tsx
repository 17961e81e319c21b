import type { ComponentType, ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { DashboardFrame, type MenuHandle } from './dashboard-frame.tsx'
import './screen-handle.css'

/** The `handle` of a signed-in page. */
export type ScreenHandle = MenuHandle & {
  /** What it shows until its data is there. */
  Loading: ComponentType
}

/** Of a page of the dashboard: its title, which stays, above grey blocks as high as its content. */
export const screenHandle = (
  title: ReactNode,
  skeleton: ReactNode = <Skeleton />,
): Pick<ScreenHandle, 'Loading'> => ({
  Loading: () => (
    <DashboardFrame>
      {title}
      {skeleton}
    </DashboardFrame>
  ),
})

type ScreenSkeletonProps = {
  like: 'overview' | 'own-orders' | 'table' | 'searched-table' | 'order' | 'payment' | 'quote'
  blocks: number
}

/** Blocks that stand where the parts of a page will be. */
export const ScreenSkeleton = ({ like, blocks }: ScreenSkeletonProps) => (
  <Skeleton blocks={blocks} height="" layout={`skeleton-${like}`} />
)
