import type { ReactNode } from 'react'
import { focusHeading } from './focus-heading.ts'
import { Spinner } from './spinner.tsx'
import type { Loading } from './use-load.ts'

/** Shows a spinner, an error with Retry, or the loaded data, which stays visible during a reload. */
export function Load<T>({
  loading: { loaded, retry },
  children,
}: {
  loading: Loading<T>
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
        {loaded.reloading && (
          <div className="reloading">
            <Spinner />
          </div>
        )}
        {children(loaded.data)}
      </>
    )
  if (loaded.state === 'loading')
    return (
      <div className="grid place-items-center py-16">
        <Spinner />
      </div>
    )
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <p role="alert">{loaded.problem.message}</p>
      <button type="button" className="btn btn-primary" onClick={retryFromTop}>
        Retry
      </button>
    </div>
  )
}
