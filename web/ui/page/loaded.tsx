import { type ComponentProps, type ReactNode, Suspense, use, useState } from 'react'
import { useRevalidator } from 'react-router'
import { focusHeading } from './focus-heading.ts'
import type { Result } from './result.ts'
import { Skeleton } from './skeleton.tsx'

type Children<T> = { children: (data: T) => ReactNode }
type LoadedProps<T> = Children<T> & {
  result: Result<T>
  /** Of a part of a page that is loaded by itself, for the error. */
  name?: string
}

/** What a loader returned. When loading it again fails, the error is shown above what was there before. */
export function Loaded<T>({ result, name, children }: LoadedProps<T>) {
  const data = useLastData(result)
  return (
    <>
      {result.problem && <Problem name={name} problem={result.problem} />}
      {data !== undefined && children(data)}
    </>
  )
}

/** The data, or what there was before when loading it again has failed. */
export function useLastData<T>(result: Result<T>): T | undefined {
  const [last, setLast] = useState(result)
  if (!result.problem && result !== last) setLast(result)
  return result.problem ? last.data : result.data
}

type LoadedLaterProps<T> = Children<T> & {
  loading: Promise<Result<T>>
  retry: () => void
  skeleton?: ComponentProps<typeof Skeleton>
  /** Below the spinner, and below an error. */
  footer?: ReactNode
}

/** What is loaded on demand: a spinner first. */
export function LoadedLater<T>({ skeleton, ...props }: LoadedLaterProps<T>) {
  return (
    <Suspense
      fallback={
        <>
          <Skeleton {...skeleton} />
          {props.footer}
        </>
      }
    >
      <Awaited {...props} />
    </Suspense>
  )
}

function Awaited<T>({ loading, retry, footer, children }: LoadedLaterProps<T>) {
  const { data, problem } = use(loading)
  if (!problem) return children(data)
  return (
    <>
      <Problem problem={problem} retry={retry} />
      {footer}
    </>
  )
}

type ProblemProps = { name?: string | undefined; problem: Error; retry?: () => void }

/** What went wrong, with a button that loads the page's data again. */
export function Problem({ name, problem, retry }: ProblemProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mb-6 grid justify-items-start gap-4 rounded-box border border-error border-l-6 p-6">
      <div role="alert">
        {name && <p className="font-semibold">{name}</p>}
        <p>{problem.message}</p>
      </div>
      <button
        type="button"
        className="btn btn-primary"
        onClick={() => {
          // The button disappears with the error and must not take the focus with it.
          focusHeading()
          void (retry ?? revalidate)()
        }}
      >
        Retry
      </button>
    </div>
  )
}
