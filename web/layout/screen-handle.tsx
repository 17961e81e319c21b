import type { ComponentType, ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { DashboardFrame, type MenuHandle } from './dashboard-frame.tsx'

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
