import { NoScriptNotice } from './no-script-notice.tsx'

export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <>
      <NoScriptNotice />
      <span role="status" className="needs-script inline-flex items-center">
        <SpinnerRing />
        <span className="sr-only">{label}</span>
      </span>
    </>
  )
}

/** The ring without a label, for places that already say what is going on. */
export function SpinnerRing() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-5 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
    />
  )
}
