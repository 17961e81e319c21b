import type {
  ConfirmCardPaymentData,
  CreatePaymentMethodCardData,
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
  const unreachable: StripeError = {
    type: 'api_connection_error',
    message: 'The payment provider cannot be reached. Check your connection and try again.',
  }

  type Surface = Pick<
    StripeJs,
    | 'elements'
    | 'createPaymentMethod'
    | 'createToken'
    | 'confirmCardPayment'
    | 'retrievePaymentIntent'
    | 'handleCardAction'
    | 'handleNextAction'
    | 'registerAppInfo'
  >
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
    #isDestroyed = false
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

    once(event: string, handler: Handler) {
      const onlyOnce = (payload: never) => {
        this.off(event, onlyOnce)
        handler(payload)
      }
      return this.on(event, onlyOnce)
    }

    off(event: string, handler?: Handler) {
      if (handler) this.#handlers.get(event)?.delete(handler)
      else this.#handlers.delete(event)
      return this as unknown as StripeCardElement
    }

    mount(place: string | HTMLElement) {
      if (this.#isDestroyed)
        throw new Error('This Element has already been destroyed. Please create a new one.')
      const container = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place
      if (!container) throw new Error(`The selector you specified (${place}) applies to no DOM elements.`)
      this.unmount()
      this.#container = container
      this.#showState(null)
      const frame = this.#createFrame()
      this.#frame = frame
      frame.addEventListener('load', () => this.#connect(frame))
      container.replaceChildren(frame)
      setTimeout(() => this.#giveUpOn(frame), frameMustAnswerWithinMs)
    }

    unmount() {
      this.#frame?.remove()
      this.#frame = null
      this.#port = null
      this.#isReady = false
      this.#waiting = []
      this.#answerAll({ error: unreachable })
      for (const name of this.#classNames()) this.#container?.classList.remove(name)
      this.#container = null
    }

    destroy() {
      this.unmount()
      this.#isDestroyed = true
      this.#onDestroy()
    }

    update(options: StripeCardElementOptions) {
      this.#options = { ...this.#options, ...options }
      this.#send({ do: 'update', options: plain(options) })
    }

    focus() {
      this.#frame?.focus()
      this.#send({ do: 'focus' })
    }

    blur() {
      this.#send({ do: 'blur' })
    }

    clear() {
      this.#send({ do: 'clear' })
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

    #createFrame() {
      const frame = document.createElement('iframe')
      frame.name = `__privateStripeFrame${Math.random().toString(36).slice(2)}`
      frame.title = 'Secure card payment input frame'
      frame.setAttribute('sandbox', 'allow-scripts')
      // A frame whose colour scheme differs from its document's is painted opaque: it must stay see-through.
      frame.style.cssText =
        'display:block;width:100%;height:1.5em;border:0;background:transparent;color-scheme:light'
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
      if (event === 'change') this.#showState(payload as StripeCardElementChangeEvent)
      if (event === 'focus' || event === 'blur') this.#setClass('focus', event === 'focus')
      for (const handler of [...(this.#handlers.get(event) ?? [])]) handler(payload as never)
    }

    #showState(change: StripeCardElementChangeEvent | null) {
      this.#setClass('base', true)
      this.#setClass('empty', change?.empty ?? true)
      this.#setClass('complete', change?.complete ?? false)
      this.#setClass('invalid', change?.error !== undefined)
    }

    #setClass(state: 'base' | 'complete' | 'empty' | 'focus' | 'invalid', isOn: boolean) {
      const usual = state === 'base' ? 'StripeElement' : `StripeElement--${state}`
      const names = (this.#options.classes?.[state] ?? usual).split(' ').filter(Boolean)
      for (const name of names) this.#container?.classList.toggle(name, isOn)
    }

    #classNames() {
      const usual = ['', '--complete', '--empty', '--focus', '--invalid'].map((end) => `StripeElement${end}`)
      return [
        ...usual,
        ...Object.values(this.#options.classes ?? {}).flatMap((names) => names.split(' ')),
      ].filter(Boolean)
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
      update() {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
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

    async function methodFrom(data: Omit<CreatePaymentMethodCardData, 'type'>): Promise<MethodResult> {
      const card: unknown = data.card
      if (card instanceof CardElement) return card.createPaymentMethod(key, data.billing_details)
      throw new Error('The sandbox creates payment methods from its own card Element only.')
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
      options: { handleActions?: boolean } = {},
    ): Promise<PaymentIntentResult> {
      const path = `v1/payment_intents/${intentIdOf(clientSecret)}/confirm`
      let method = data.payment_method
      if (typeof method === 'object') {
        const made = await methodFrom(method)
        if ('error' in made) return { error: made.error }
        method = made.paymentMethod.id
      }
      const parameters = { key, client_secret: clientSecret, use_stripe_sdk: 'true' }
      const answer = await callApi(
        'POST',
        path,
        method ? { ...parameters, payment_method: method } : parameters,
      )
      const result = toResult(answer)
      if (!result.paymentIntent || options.handleActions === false) return result
      return handleAction(clientSecret, result.paymentIntent)
    }

    async function handleCardAction(clientSecret: string): Promise<PaymentIntentResult> {
      const result = await retrieve(clientSecret)
      return result.paymentIntent ? handleAction(clientSecret, result.paymentIntent) : result
    }

    return {
      elements: createElements,
      createPaymentMethod: async (data: object) =>
        methodFrom(data as CreatePaymentMethodCardData) as Promise<PaymentMethodResult>,
      createToken: () => Promise.reject(new Error('The sandbox has no tokens; create a payment method.')),
      confirmCardPayment,
      retrievePaymentIntent: retrieve,
      handleCardAction,
      handleNextAction: (options: object) =>
        handleCardAction((options as { clientSecret: string }).clientSecret),
      registerAppInfo() {},
      _registerWrapper() {},
    } satisfies Surface & Record<'_registerWrapper', () => void>
  }

  window.Stripe = Object.assign((key: string) => createStripe(key) as unknown as StripeJs, {
    version: 'endive',
  })
})()
