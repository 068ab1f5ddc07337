import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Frame, framesOf } from './frames.ts'
import { nameOf } from './routes.ts'
import type { State } from './state.ts'
import { openAs } from './visitors.ts'
import type { World } from './world.ts'

const TIMEOUT_MS = 30_000
const QUIET_MS = 3_000
/** Of the root, in per cent (src/client/ui/base.css). */
const USUAL_TEXT = 106.25

export type Findings = { pictures: number; consoleErrors: string[]; overflows: string[]; failures: string[] }
type Studio = { browser: Browser; world: World; folder: string }

export const titleOf = ({ role, route, name }: State): string => `${role}-${nameOf(route)}-${name}`

/** Brings one state about, and photographs it in every size and theme from that one page load. */
export async function photograph({ browser, world, folder }: Studio, state: State): Promise<Findings> {
  const findings: Findings = { pictures: 0, consoleErrors: [], overflows: [], failures: [] }
  const title = titleOf(state)
  const context = await openAs(browser, world, state)
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  if (!state.complains) listen(page, (words) => findings.consoleErrors.push(`${title}: ${words}`))
  try {
    await bringAbout(page, world, state)
    for (const frame of framesOf(state)) {
      const name = `${title}-${frame.width}-${frame.name}`
      await arrange(page, frame)
      await page.screenshot({
        path: join(folder, `${name}.png`),
        fullPage: !state.isOverlay,
        animations: 'disabled',
      })
      findings.pictures++
      const spill = frame.media.media === 'print' ? null : await findSpill(page)
      if (spill) findings.overflows.push(`${name}: ${spill}`)
    }
  } catch (error) {
    findings.failures.push(`${title}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await context.close()
  }
  return findings
}

function listen(page: Page, report: (words: string) => void): void {
  page.on('pageerror', (error) => report(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') report(message.text())
  })
}

async function bringAbout(page: Page, world: World, state: State): Promise<void> {
  const stage = { page, world }
  const { address = state.route, ready = 'h1' } = state
  await state.before?.(stage)
  await page.goto(`${world.url}${typeof address === 'string' ? address : await address(world)}`)
  await page.locator(ready).first().waitFor()
  if (!state.before) await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {})
  await state.act?.(stage)
}

async function arrange(page: Page, frame: Frame): Promise<void> {
  const { width, height, media, textPercent = 100 } = frame
  await page.emulateMedia({
    media: null,
    forcedColors: null,
    reducedMotion: null,
    contrast: null,
    ...media,
  })
  await page.setViewportSize({ width, height })
  await page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
      // Drawn only when it is near the window, which a picture of the whole page has no time for.
      for (const part of document.querySelectorAll<HTMLElement>('.later'))
        part.style.contentVisibility = 'visible'
      // Scrolled by what stood elsewhere in the window before.
      document.querySelector('.dialog-stage')?.scrollTo(0, 0)
    },
    textPercent === 100 ? '' : `${(USUAL_TEXT * textPercent) / 100}%`,
  )
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  )
}

/** By how much the page is wider than its window, and the first thing that reaches out of it; null when it fits. */
function findSpill(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    // Sizes are rounded: a pixel is no page that scrolls.
    if (scrollWidth <= clientWidth + 1) return null
    const guilty = Array.from(document.body.querySelectorAll('*')).find(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    const where = guilty ? `${guilty.tagName.toLowerCase()}.${guilty.getAttribute('class') ?? ''}` : 'nothing'
    return `${scrollWidth - clientWidth} px too wide, beginning with ${where}`
  })
}
