import type { ReactNode } from 'react'
import { focusHeading } from './focus-heading.ts'
import { Spinner } from './spinner.tsx'
import type { Loading } from './use-load.ts'

/** The spinner, the failure with its Retry, or what was loaded, which stays below the spinner while it is loaded again. */
export function Load<T>({
  loading: { loaded, retry },
  children,
}: {
  loading: Loading<T>
  children: (data: T) => ReactNode
}) {
  // The button goes away with the failure; the focus must not go with it.
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
