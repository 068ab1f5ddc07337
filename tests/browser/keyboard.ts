import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const FAR = 60

/** Presses Tab until the element has the focus; every stop on the way has to be seen. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < FAR; presses += 1) {
    await page.keyboard.press(key)
    expect(await focusError(page)).toBe(null)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${FAR} presses of ${key} do not reach ${target}`)
}

/** What is wrong with how the focus shows: null where it has its ring, on the element or on what holds it. */
function focusError(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    // Where a new page puts the focus itself, so that Tab goes on from its beginning.
    if (element.id === 'main') return null
    // Fences around a modal part, which send the focus on at once.
    if (element.hasAttribute('data-radix-focus-guard')) return null
    const holders = [element, element.parentElement, element.parentElement?.parentElement]
    const isRinged = holders.some((holder) => {
      if (!holder) return false
      return [undefined, '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(holder, part)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
    })
    return isRinged ? null : `No ring on ${element.outerHTML.slice(0, 120)}`
  })
}

/** Tabs to a control and presses it. */
export async function pressAt(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Tabs to a field, and types over what is in it. */
export async function typeAt(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** What Tab stops at, one after the other, until it has come round or gone out of `place`: names as they are announced. */
export async function focusOrder(page: Page, place: Locator): Promise<string[]> {
  const names: string[] = []
  const seen = await page.evaluateHandle(() => new Set<Element>())
  for (let presses = 0; presses < FAR; presses += 1) {
    const name = await place.evaluate((root, known) => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || !root.contains(element) || known.has(element)) return null
      known.add(element)
      const labelled = element.getAttribute('aria-labelledby')?.split(' ') ?? []
      const words = labelled.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      return (element.getAttribute('aria-label') ?? (words || label) ?? element.innerText).trim()
    }, seen)
    if (name === null && names.length > 0) return names
    if (name !== null) names.push(name)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come round: ${names.join(', ')}`)
}
