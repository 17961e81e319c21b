import { useNavigation } from 'react-router'
import { FloatingSpinner } from '../ui/page/floating-spinner.tsx'
import { SpinnerRing } from '../ui/page/spinner.tsx'

/** Shows and announces that the next page is loading. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50">
      {busy && (
        <>
          <div className="h-[3px] origin-left scale-x-95 bg-accent transition delay-120 duration-[8s] ease-[cubic-bezier(0.1,0.8,0.2,1)] starting:scale-x-0" />
          <FloatingSpinner>
            <SpinnerRing />
          </FloatingSpinner>
          <span className="sr-only">Loading</span>
        </>
      )}
    </div>
  )
}
