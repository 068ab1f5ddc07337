import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { size } from '#tests/support/size.ts'

/** What another scheme can make wrong; all else is the same in each of them. */
const RULES_OF_SCHEMES = ['color-contrast', 'link-in-text-block']

/** A size and a scheme in which a page is judged; without a width the one it has. */
export type Look = { width?: number; colorScheme: 'light' | 'dark' }

const BOTH_SCHEMES: readonly Look[] = [{ colorScheme: 'light' }, { colorScheme: 'dark' }]
export const WIDE_AND_NARROW: readonly Look[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
]
export const EVERY_LOOK: readonly Look[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
]

type Inspection = { looks?: readonly Look[]; exclude?: string; isWhole?: boolean }

/**
 * Demands of the page as it stands that axe finds nothing and that nothing is wider than the screen, and leaves it in
 * light and in its old size. An ordinary run takes the first look alone, unless `isWhole`: axe takes most of a
 * journey's time. Pictures are taken by `npm run screenshots`.
 */
export async function inspect(
  page: Page,
  name: string,
  { looks = BOTH_SCHEMES, exclude, isWhole = false }: Inspection = {},
): Promise<void> {
  const old = page.viewportSize()
  const widths = new Set<number | undefined>()
  for (const { width, colorScheme } of looks.slice(0, isWhole ? looks.length : size(1, looks.length))) {
    if (width) await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const look = `${name}-${width ?? old?.width}-${colorScheme}`
    const isOtherScheme = widths.has(width)
    expect(await accessibilityErrors(page, { exclude, isOtherScheme }), look).toEqual([])
    expect(await spill(page), look).toBeLessThanOrEqual(0)
    widths.add(width)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (old) await page.setViewportSize(old)
}

/** What axe finds wrong with the page as it stands, each with the element. */
export async function accessibilityErrors(
  page: Page,
  { exclude, isOtherScheme = false }: { exclude?: string | undefined; isOtherScheme?: boolean } = {},
): Promise<string[]> {
  // Legacy: without a second page for each report. No frame of another origin is in any page of the shop.
  // Of what is well it need not say where: that takes a quarter of its time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (exclude !== undefined) axe.exclude(exclude)
  if (isOtherScheme) axe.withRules(RULES_OF_SCHEMES)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** By how many pixels the page is wider than the screen. */
function spill(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
