import type { ChallengeAnswered } from './frame-protocol.ts'

// The fragment never leaves the browser, so the client secret can travel in it.
const given = new URLSearchParams(location.hash.slice(1))
const secret = { key: given.get('key') ?? '', client_secret: given.get('client_secret') ?? '' }
const intentId = secret.client_secret.split('_secret_')[0]
const buttons = [...document.querySelectorAll('button')]
const failure = document.querySelector('#failure') as HTMLElement

document.documentElement.dataset.scheme = given.get('scheme') ?? 'light'
document.querySelector('#test-source-authorize-3ds')?.addEventListener('click', () => answer('authorize'))
document.querySelector('#test-source-fail-3ds')?.addEventListener('click', () => answer('fail'))
document.querySelector('h1')?.focus()
showAmount()

async function answer(outcome: 'authorize' | 'fail') {
  const form = new URLSearchParams({ ...secret, outcome })
  failure.textContent = ''
  setDisabled(true)
  try {
    const response = await fetch(`challenge/${intentId}`, { method: 'POST', body: form })
    // A card error is an answer too: the bank declined after the authentication.
    if (!response.ok && response.status !== 402) throw new Error(`status ${response.status}`)
    const message: ChallengeAnswered = { sandboxChallenge: 'answered' }
    parent.postMessage(message, '*')
  } catch {
    failure.textContent = 'The answer did not arrive. Try again.'
    setDisabled(false)
  }
}

function setDisabled(isDisabled: boolean) {
  for (const button of buttons) button.disabled = isDisabled
}

async function showAmount() {
  const response = await fetch(`v1/payment_intents/${intentId}?${new URLSearchParams(secret)}`).catch(
    () => null,
  )
  if (!response?.ok) return
  const { amount, currency } = (await response.json()) as { amount: number; currency: string }
  const written = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)
  const place = document.querySelector('#amount')
  if (place) place.textContent = ` of ${written}`
}
