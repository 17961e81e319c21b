import { chromium } from 'playwright'
import { browserArguments, findBrowser } from '../find-browser.ts'

export async function launchBrowser() {
  const executablePath = findBrowser()
  return chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments() })
}
