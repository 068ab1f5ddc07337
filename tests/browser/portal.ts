import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from 'playwright-core'

/** Label and figure of the three at the head. */
export function figuresOf(page: Page): Promise<string[][]> {
  return page
    .locator('.stats > div')
    .evaluateAll((boxes) =>
      boxes.map((box) => [
        box.querySelector('dt')?.textContent ?? '',
        box.querySelector('dd')?.textContent ?? '',
      ]),
    )
}

export async function download(page: Page, name: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

export async function textOf(bytes: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(
    numbers.map(async (number) => (await (await pdf.getPage(number)).getTextContent()).items),
  )
  const words = pages.flat().map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''))
  return words.join('').replaceAll(/\s+/g, ' ')
}
