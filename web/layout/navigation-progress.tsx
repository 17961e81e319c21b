import { useNavigation } from 'react-router'

/** Tells eyes and ears that the next page is on its way. */
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
