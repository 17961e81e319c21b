import type { BrowserContext, Request } from 'playwright'

const FROM_OFFLINE =
  /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|Error loading route module|Failed to fetch/
const REFUSED = /status of 4\d\d/

/** What a browser says of its pages that nobody may find there. */
export function watchContext(context: BrowserContext, origin: string, wasOffline: () => boolean) {
  const problems: string[] = []
  const inFlight = new Set<Request>()
  const isExplained = (text: string) => REFUSED.test(text) || (wasOffline() && FROM_OFFLINE.test(text))
  const note = (text: string) => {
    if (!isExplained(text)) problems.push(text)
  }
  context.on('console', (message) => note(`console ${message.type()}: ${message.text()}`))
  context.on('weberror', (error) => note(`error: ${error.error().stack || error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 500)
      note(`${response.request().method()} ${response.url()} answered ${response.status()}`)
  })
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin) note(`outside request: ${request.url()}`)
    inFlight.add(request)
  })
  // Not when it has finished: an answer that nobody reads never does.
  context.on('response', (response) => void inFlight.delete(response.request()))
  context.on('requestfailed', (request) => void inFlight.delete(request))
  return {
    inFlight,
    /** What has come up since it was asked last. */
    take: () => problems.splice(0),
  }
}
