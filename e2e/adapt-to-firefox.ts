import type { Browser, Page } from 'playwright/test'

type Session = { send(method: string, given: object): Promise<unknown> }
type Key = { type: 'keyDown' | 'keyUp'; value: string }
type Keyboard = {
  sendText(progress: unknown, text: string): Promise<void>
  _performActions(progress: unknown, keys: Key[]): Promise<void>
}

/** What the public objects of Playwright stand for. */
type Internals = {
  toImpl(browser: Browser): { _browserSession: Session }
  toImpl(page: Page): { delegate: { rawKeyboard: Keyboard } }
}

/** Where Playwright 1.65 and Firefox ESR 153 do not fit yet. */
export async function adaptToFirefox(browser: Browser) {
  const { toImpl } = (browser as unknown as { _connection: Internals })._connection

  // Every context is given a color scheme, by a command that this Firefox does not have.
  const session: Session = Object.getPrototypeOf(toImpl(browser)._browserSession)
  const { send } = session
  session.send = async function (method, given) {
    return method === 'emulation.setMediaFeaturesOverride' ? {} : send.call(this, method, given)
  }

  // Playwright sets the value of a field within the page, which React takes for its own doing.
  const page = await browser.newPage()
  const keyboard: Keyboard = Object.getPrototypeOf(toImpl(page).delegate.rawKeyboard)
  keyboard.sendText = function (progress, text) {
    const typed = [...text].flatMap((value): Key[] => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    return this._performActions(progress, typed)
  }
  await page.close()
}
