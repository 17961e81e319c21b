import type { ChallengeAnswered } from './frame-protocol.ts'

const dialogStyle =
  'position:fixed;inset:0;box-sizing:border-box;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:1rem;border:0;background:rgb(0 0 0 / 0.6);display:grid;place-items:center'
const frameStyle =
  'box-sizing:border-box;width:100%;max-width:26rem;height:24rem;max-height:100%;border:0;border-radius:0.5rem;box-shadow:0 1rem 3rem rgb(0 0 0 / 0.4)'

/** Shows the challenge over the page, with everything behind it out of reach, until the card holder has answered. */
export function showChallenge(address: URL, clientSecret: string, key: string): Promise<void> {
  const scheme = getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 'dark' : 'light'
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  dialog.style.cssText = dialogStyle
  dialog.setAttribute('closedby', 'none')
  dialog.setAttribute('aria-label', '3D Secure authentication')
  frame.name = '__stripeJSChallengeFrame'
  frame.title = '3D Secure authentication'
  frame.style.cssText = `${frameStyle};color-scheme:${scheme}`
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = `${address.href}#${new URLSearchParams({ client_secret: clientSecret, key, scheme })}`
  frame.addEventListener('load', () => frame.focus())
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    const reopen = () => dialog.showModal()
    const finish = (event: MessageEvent<ChallengeAnswered>) => {
      if (event.source !== frame.contentWindow || event.data?.sandboxChallenge !== 'answered') return
      removeEventListener('message', finish)
      dialog.removeEventListener('close', reopen)
      dialog.close()
      dialog.remove()
      resolve()
    }
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.addEventListener('close', reopen)
    addEventListener('message', finish)
  })
}
