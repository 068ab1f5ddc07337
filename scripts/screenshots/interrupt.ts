import type { Page } from 'playwright-core'

const callsOf = (noun: string) => new RegExp(`/trpc/[^?]*${noun}`)

/** The answers to these calls never come: what is shown meanwhile stays. */
export async function hold(page: Page, noun: string): Promise<void> {
  await page.route(callsOf(noun), () => {})
}

/** These calls fail as they do when the server is broken. */
export async function breakCalls(page: Page, noun: string): Promise<void> {
  await page.route(callsOf(noun), (route) => route.fulfill({ status: 500, body: 'Out of order' }))
}

/** Stops the time of a notice, which goes after five seconds: as long as the window is not looked at. */
export async function keepNotice(page: Page): Promise<void> {
  await page.locator('.toast').first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

/** Videos whose titles are longer than any there are now. */
export async function lengthenTitles(page: Page): Promise<void> {
  const long = 'Human Performance, Limitations and Threat-and-error Management'
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const isData = route.request().resourceType() === 'document' || pathname.startsWith('/trpc/')
    if (!isData) return route.fallback()
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('Human Performance', long),
    })
  })
}
