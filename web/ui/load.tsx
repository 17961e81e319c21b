import type { ComponentProps, ReactNode } from 'react'
import { FloatingSpinner } from './floating-spinner.tsx'
import { focusHeading } from './focus-heading.ts'
import { Skeleton } from './skeleton.tsx'
import type { Loading } from './use-load.ts'

/** Shows a spinner, an error with Retry, or the loaded data, which stays visible during a reload. */
export function Load<T>({
  loading: { loaded, retry },
  skeleton,
  children,
}: {
  loading: Loading<T>
  skeleton?: ComponentProps<typeof Skeleton>
  children: (data: T) => ReactNode
}) {
  // The button disappears with the error and must not take the focus with it.
  const retryFromTop = () => {
    focusHeading()
    retry()
  }
  if (loaded.state === 'ready')
    return (
      <>
        {loaded.reloading && <FloatingSpinner />}
        {children(loaded.data)}
      </>
    )
  if (loaded.state === 'loading') return <Skeleton {...skeleton} />
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <p role="alert">{loaded.problem.message}</p>
      <button type="button" className="btn btn-primary" onClick={retryFromTop}>
        Retry
      </button>
    </div>
  )
}
