import type { ComponentType, ReactNode } from 'react'
import { LoadingScreen } from '../ui/page/loading-screen.ts'
import { Skeleton } from '../ui/page/skeleton.tsx'
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
    <LoadingScreen value={true}>
      <DashboardFrame>
        {title}
        {skeleton}
      </DashboardFrame>
    </LoadingScreen>
  ),
})

type ScreenSkeletonProps = {
  like: 'overview' | 'own-orders' | 'table' | 'order' | 'payment' | 'quote'
  blocks: number
}

/** Blocks that stand where the parts of a page will be. */
export const ScreenSkeleton = ({ like, blocks }: ScreenSkeletonProps) => (
  <Skeleton blocks={blocks} height="" layout={`skeleton-${like}`} />
)

type ListSkeletonProps = { of: 'orders' | 'quotes' | 'products' | 'users' }

/** Where a list's search, filter, count and rows will be. */
export const ListSkeleton = ({ of }: ListSkeletonProps) => (
  <div className={`skeleton-list skeleton-list-${of}`}>
    <div>
      <Skeleton blocks={1} height="h-10" layout="skeleton-search" />
      {(of === 'orders' || of === 'quotes') && (
        <Skeleton silent blocks={1} height="" layout="skeleton-filter" />
      )}
    </div>
    <Skeleton silent blocks={of === 'orders' ? 2 : 1} height="" layout="skeleton-count" />
    <Skeleton silent blocks={6} height="" layout="skeleton-table" />
  </div>
)
