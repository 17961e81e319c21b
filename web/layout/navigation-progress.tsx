import { useNavigation } from 'react-router'

/** Shows and announces that the next page is loading. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50">
      {busy && (
        <>
          <div className="progress-line" />
          <span className="sr-only">Loading</span>
        </>
      )}
    </div>
  )
}
