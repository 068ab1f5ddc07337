import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

let opened: Promise<Browser> | undefined

/**
 * Real Chromium, one for all files of a worker, as starting it takes seconds; what the former file left open is closed.
 * It ends with the process.
 */
export async function openBrowser(): Promise<Browser> {
  opened ??= launch()
  const browser = await opened
  await Promise.all(browser.contexts().map((context) => context.close()))
  return browser
}

/** Nothing it does leaves the machine. */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--autoplay-policy=no-user-gesture-required',
      '--mute-audio',
    ],
  })
}

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

export type Visit = { page: Page; context: BrowserContext; problems: string[] }

/** A visitor of their own. What the console and the policy of the page complain about is kept. */
export async function visit(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    // It would stand between a test and the network; what it does has a test of its own.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // A refused request is written to the console by the browser itself; what the page makes of it is tested there.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  return { page, context, problems }
}
