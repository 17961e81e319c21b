import type {
  ConfirmCardPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethodResult,
  StripeCardElement,
  StripeCardElementChangeEvent,
  StripeCardElementOptions,
  StripeElements,
  StripeError,
  Stripe as StripeJs,
} from '@stripe/stripe-js'
import type { BillingDetails, Connect, FromCard, MethodResult, ToCard } from './frame-protocol.ts'

// A classic script, as Stripe's own: it must have set window.Stripe when its `load` event fires, so it imports nothing.
;(() => {
  const base = new URL('.', (document.currentScript as HTMLScriptElement).src)
  const frameMustAnswerWithinMs = 20_000
  // As card.css lays it out: below this width expiry and code stand under the number.
  const widthOfOneLine = 370
  const heightOf = { one: '1.5em', two: '3.25em' }
  const unreachable: StripeError = {
    type: 'api_connection_error',
    message: 'The payment provider cannot be reached. Check your connection and try again.',
  }

  type Surface = Pick<StripeJs, 'elements' | 'createPaymentMethod' | 'createToken' | 'confirmCardPayment'>
  type Handler = (event: never) => unknown
  let calls = 0

  /** The card form: an element of the page that holds a frame, which alone sees what is typed. */
  class CardElement {
    #options: StripeCardElementOptions
    #onDestroy: () => void
    #handlers = new Map<string, Set<Handler>>()
    #container: HTMLElement | null = null
    #frame: HTMLIFrameElement | null = null
    #port: MessagePort | null = null
    #isReady = false
    #waiting: ToCard[] = []
    #results = new Map<number, (result: MethodResult) => void>()

    constructor(options: StripeCardElementOptions, onDestroy: () => void) {
      this.#options = options
      this.#onDestroy = onDestroy
    }

    on(event: string, handler: Handler) {
      const handlers = this.#handlers.get(event) ?? new Set()
      this.#handlers.set(event, handlers.add(handler))
      return this as unknown as StripeCardElement
    }

    off(event: string, handler: Handler) {
      this.#handlers.get(event)?.delete(handler)
      return this as unknown as StripeCardElement
    }

    mount(container: HTMLElement) {
      this.#container = container
      container.classList.add('StripeElement')
      const frame = this.#createFrame(container.clientWidth < widthOfOneLine ? 'two' : 'one')
      this.#frame = frame
      frame.addEventListener('load', () => this.#connect(frame))
      container.replaceChildren(frame)
      setTimeout(() => this.#giveUpOn(frame), frameMustAnswerWithinMs)
    }

    destroy() {
      this.#frame?.remove()
      this.#frame = null
      this.#port = null
      this.#answerAll({ error: unreachable })
      this.#onDestroy()
    }

    update(options: StripeCardElementOptions) {
      this.#options = { ...this.#options, ...options }
      this.#send({ do: 'update', options: plain(options) })
    }

    createPaymentMethod(key: string, billingDetails: BillingDetails): Promise<MethodResult> {
      if (!this.#frame)
        throw new Error(
          'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        )
      calls += 1
      const call = calls
      return new Promise((resolve) => {
        this.#results.set(call, resolve)
        this.#send({ do: 'createPaymentMethod', call, key, billingDetails: plain(billingDetails) })
      })
    }

    /** As high as the card will be, so that nothing moves when it is there. */
    #createFrame(lines: keyof typeof heightOf) {
      const frame = document.createElement('iframe')
      frame.name = `__privateStripeFrame${Math.random().toString(36).slice(2)}`
      frame.title = 'Secure card payment input frame'
      frame.setAttribute('sandbox', 'allow-scripts')
      // A frame whose colour scheme differs from its document's is painted opaque: it must stay see-through.
      frame.style.cssText = `display:block;width:100%;height:${heightOf[lines]};border:0;background:transparent;color-scheme:light`
      frame.src = new URL('card.html', base).href
      return frame
    }

    #connect(frame: HTMLIFrameElement) {
      if (frame !== this.#frame) return
      const { port1, port2 } = new MessageChannel()
      const greeting: Connect = { sandboxCard: 'connect', options: plain(this.#options) }
      port1.onmessage = (message: MessageEvent<FromCard>) => {
        if (port1 === this.#port) this.#hear(message.data)
      }
      this.#port = port1
      // The frame's origin is opaque, so no origin can be named here.
      frame.contentWindow?.postMessage(greeting, '*', [port2])
    }

    #send(order: ToCard) {
      if (this.#isReady) this.#port?.postMessage(order)
      else this.#waiting.push(order)
    }

    #hear(message: FromCard) {
      if (message.tells === 'ready') this.#becomeReady()
      else if (message.tells === 'height') this.#setHeight(message.pixels)
      else if (message.tells === 'change') this.#emit('change', message.change)
      else if (message.tells === 'submit') this.#container?.closest('form')?.requestSubmit()
      else if (message.tells === 'paymentMethod') this.#answer(message.call, message.result)
      else this.#emit(message.tells, { elementType: 'card' })
    }

    #becomeReady() {
      this.#isReady = true
      for (const order of this.#waiting.splice(0)) this.#send(order)
      this.#emit('ready', { elementType: 'card' })
    }

    #setHeight(pixels: number) {
      if (this.#frame) this.#frame.style.height = `${pixels}px`
    }

    #answer(call: number, result: MethodResult) {
      this.#results.get(call)?.(result)
      this.#results.delete(call)
    }

    #answerAll(result: MethodResult) {
      for (const call of [...this.#results.keys()]) this.#answer(call, result)
    }

    #giveUpOn(frame: HTMLIFrameElement) {
      if (frame !== this.#frame || this.#isReady) return
      this.#answerAll({ error: unreachable })
      this.#emit('loaderror', { elementType: 'card', error: unreachable })
    }

    #emit(event: string, payload: object) {
      const classes = this.#container?.classList
      if (event === 'change')
        classes?.toggle(
          'StripeElement--invalid',
          (payload as StripeCardElementChangeEvent).error !== undefined,
        )
      if (event === 'focus' || event === 'blur') classes?.toggle('StripeElement--focus', event === 'focus')
      for (const handler of [...(this.#handlers.get(event) ?? [])]) handler(payload as never)
    }
  }

  /** Only what can cross to the frame: options may hold functions and other things that cannot be cloned. */
  function plain<Value>(value: Value): Value {
    return value === undefined ? value : JSON.parse(JSON.stringify(value))
  }

  function createElements() {
    let card: CardElement | null = null
    const elements = {
      create(type: string, options: StripeCardElementOptions = {}) {
        if (type !== 'card') throw new Error(`The sandbox has no Element of type ${type}, only card.`)
        if (card) throw new Error('Can only create one Element of type card through create().')
        card = new CardElement(options, () => {
          card = null
        })
        return card
      },
      getElement(type: string | { __elementType?: string }) {
        const name = typeof type === 'string' ? type : type.__elementType
        return name === 'card' ? card : null
      },
    }
    return elements as unknown as StripeElements
  }

  async function callApi(method: 'GET' | 'POST', path: string, parameters: Record<string, string>) {
    const form = new URLSearchParams(parameters)
    const address = new URL(method === 'GET' ? `${path}?${form}` : path, base)
    try {
      const response = await fetch(address, method === 'POST' ? { method, body: form } : {})
      return (await response.json()) as PaymentIntent & { error?: StripeError }
    } catch {
      return { error: unreachable }
    }
  }

  function intentIdOf(clientSecret: string) {
    const id = /^(pi_[^_]+)_secret_[^_]+$/.exec(clientSecret)?.[1]
    if (id) return id
    throw new Error('The client secret should be of the form {id}_secret_{secret}.')
  }

  function toResult(answer: PaymentIntent | { error?: StripeError }): PaymentIntentResult {
    if ('error' in answer && answer.error) return { error: answer.error }
    return { paymentIntent: answer as PaymentIntent }
  }

  function createStripe(key: string) {
    if (!/^pk_/.test(key)) throw new Error('Please call Stripe() with your publishable key.')

    async function retrieve(clientSecret: string) {
      const path = `v1/payment_intents/${intentIdOf(clientSecret)}`
      return toResult(await callApi('GET', path, { key, client_secret: clientSecret }))
    }

    /** Lets the card holder answer the challenge that the intent waits for, if it does. */
    async function handleAction(clientSecret: string, intent: PaymentIntent): Promise<PaymentIntentResult> {
      if (intent.status !== 'requires_action') return { paymentIntent: intent }
      const { showChallenge } = await import('./challenge-dialog.ts')
      await showChallenge(new URL('challenge.html', base), clientSecret, key)
      const result = await retrieve(clientSecret)
      const failure = result.paymentIntent?.last_payment_error
      return failure ? { error: { ...failure, payment_intent: result.paymentIntent } as StripeError } : result
    }

    async function confirmCardPayment(
      clientSecret: string,
      data: ConfirmCardPaymentData = {},
    ): Promise<PaymentIntentResult> {
      const path = `v1/payment_intents/${intentIdOf(clientSecret)}/confirm`
      const answer = await callApi('POST', path, {
        key,
        client_secret: clientSecret,
        payment_method: String(data.payment_method),
        use_stripe_sdk: 'true',
      })
      const result = toResult(answer)
      return result.paymentIntent ? handleAction(clientSecret, result.paymentIntent) : result
    }

    return {
      elements: createElements,
      async createPaymentMethod(data: object) {
        const { card, billing_details } = data as { card: unknown; billing_details: BillingDetails }
        if (card instanceof CardElement)
          return card.createPaymentMethod(key, billing_details) as Promise<PaymentMethodResult>
        throw new Error('The sandbox creates payment methods from its own card Element only.')
      },
      // React's wrapper takes nothing for Stripe that lacks it.
      createToken: () => Promise.reject(new Error('The sandbox has no tokens; create a payment method.')),
      confirmCardPayment,
    } satisfies Surface
  }

  window.Stripe = Object.assign((key: string) => createStripe(key) as unknown as StripeJs, {
    version: 'endive',
  })
})()
