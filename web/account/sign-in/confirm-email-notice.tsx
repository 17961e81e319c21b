import { useRouteLoaderData } from 'react-router'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { useSession } from '../../session/session.ts'
import { useIsLoadingScreen } from '../../ui/page/loading-screen.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { SendConfirmation } from './send-confirmation.tsx'

/** Until the email is confirmed, the shop writes nothing else to it. A phone has no room for the purpose, which is read out there. */
export function ConfirmEmailNotice({ purpose = 'to get receipts' }: { purpose?: string }) {
  const session = useSession()
  const inert = useIsLoadingScreen()
  const { mail } = useRouteLoaderData('root') as ShopInfo
  if (!mail || session.state !== 'in' || session.user.emailVerified) return null
  return (
    <div className="mb-6" inert={inert}>
      <Notice compact>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p>
            <span className="font-semibold">
              Confirm your email<span className="max-sm:sr-only"> {purpose}</span>
            </span>
            <span className="text-quiet max-sm:hidden">
              : open the link in our email to {session.user.email}.
            </span>
          </p>
          <SendConfirmation look="link inline-flex min-h-6 cursor-pointer items-center gap-2 font-semibold" />
        </div>
      </Notice>
    </div>
  )
}
