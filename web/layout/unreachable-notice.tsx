import { useEffect, useState } from 'react'
import { createPath, useLocation, useNavigate, useNavigation } from 'react-router'
import { UNREACHABLE } from '../api.ts'
import { isShopReachable, keepPageWithoutScript, listenForLostNavigation } from '../boot/keep-page.ts'
import { BusyButton } from '../ui/controls/busy-button.tsx'
import { useSingleFlight } from '../ui/controls/use-single-flight.ts'

/** Says that the next page cannot be loaded without the shop, and tries again; the page that is shown stays as it is. */
export function UnreachableNotice() {
  const [lost, setLost] = useState<'data' | 'script' | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const here = useLocation()
  const navigate = useNavigate()
  const { location: next } = useNavigation()

  // As a document, the page brings the scripts of the current build.
  const [tryAgain, busy] = useSingleFlight(async (address: string) => {
    if (await isShopReachable()) location.assign(address)
    else setWanted(address)
  })

  useEffect(() => {
    return listenForLostNavigation({ shown: here.pathname + here.search, onLost: setLost })
  }, [here])
  useEffect(() => keepPageWithoutScript(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation that was lost
  useEffect(() => {
    if (!lost || !next || createPath(next) === createPath(here)) return
    // React Router waits forever for a script that was lost once: from then on every page comes as a document.
    if (lost === 'data') setLost(null)
    void tryAgain(createPath(next))
    // Ends the navigation that cannot succeed, without loading anything.
    void navigate(here, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
  }, [lost, next])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is shown
  useEffect(() => setWanted(null), [here.pathname, here.search])

  if (wanted === null) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-120 items-center justify-between gap-3 rounded-box border border-quiet bg-base-100 px-4 py-3 print:hidden"
    >
      {UNREACHABLE}
      <BusyButton className="btn btn-primary btn-sm" busy={busy} onClick={() => tryAgain(wanted)}>
        Retry
      </BusyButton>
    </div>
  )
}
