import { createRequire } from 'node:module'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test, vi } from 'vitest'
import { type PdfSheet, type PdfText, renderPdf } from '#server/infra/pdf.ts'
import { isPrintable } from '#shared/text/printable.ts'

const createdAt = new Date('2026-11-21T10:42:00.000Z')

function text(words: string, y: number): PdfText {
  return { text: words, face: 'regular', size: 10, colour: '#13202b', x: 51, y, width: 200 }
}

function draw(sheet: PdfSheet) {
  sheet.text('H1', text('Łukasz Ő Ştefănescu', 51))
  sheet.decoration((doc) => doc.moveTo(51, 80).lineTo(200, 80).stroke('#13202b'))
  sheet.table([
    { heading: true, cells: [[text('Film', 90)], [text('Price', 90)]] },
    { onNewPage: true, cells: [[text('Navigation', 51), text('List £60.00', 65)], [text('£54.00', 51)]] },
  ])
}

function render(at = createdAt): Promise<Buffer> {
  return renderPdf({ title: 'Invoice INV-000123', author: 'Crosswind Films Ltd', createdAt: at, draw })
}

async function open(bytes: Buffer) {
  return getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
}

test('the same input gives the same bytes, another time others', async () => {
  const first = await render()
  expect(first.subarray(0, 8).toString()).toBe('%PDF-1.7')
  expect(await render()).toEqual(first)
  expect(await render(new Date('2026-11-21T10:42:01.000Z'))).not.toEqual(first)
})

test('other requests are answered while the fonts of the first document are read', async () => {
  // So that loading these libraries takes no turns.
  await render()
  vi.resetModules()
  const { renderPdf: renderFirst } = await import('#server/infra/pdf.ts')
  /** How often the event loop goes round until something is drawn. */
  async function turnsUntilDrawn(): Promise<number> {
    let turns = 0
    let isDrawn = false
    const count = () => {
      if (isDrawn) return
      turns++
      setImmediate(count)
    }
    setImmediate(count)
    await renderFirst({
      title: 'T',
      author: 'A',
      createdAt,
      draw(sheet) {
        isDrawn = true
        draw(sheet)
      },
    })
    return turns
  }
  const first = await turnsUntilDrawn()
  const second = await turnsUntilDrawn()
  expect(first).toBeGreaterThan(second + 4)
})

test('is marked as PDF/UA: tagged, titled, in English', async () => {
  const pdf = await open(await render())
  const { info, metadata } = await pdf.getMetadata()

  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  expect(metadata.get('pdfuaid:part')).toBe('1')
  expect(info).toMatchObject({
    Title: 'Invoice INV-000123',
    Author: 'Crosswind Films Ltd',
    Language: 'en-GB',
  })
  expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true })
})

test('can be read whatever was drawn before', async () => {
  const drawOnly = (words: string) => (sheet: PdfSheet) =>
    sheet.text('P', { ...text(words, 51), face: 'bold' })
  const words = async (drawing: (sheet: PdfSheet) => void) => {
    const pdf = await open(await renderPdf({ title: 'T', author: 'A', createdAt, draw: drawing }))
    const { items } = await (await pdf.getPage(1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  // Its accents and letters are glyphs of their own, which the first document uses as parts.
  expect(await words(drawOnly('ÀÇÉÎÑÕÜàçéîñõü'))).toBe('ÀÇÉÎÑÕÜàçéîñõü')
  expect(await words(drawOnly('ACEINOUaceinou'))).toBe('ACEINOUaceinou')
  expect(await words(drawOnly('Certified office'))).toBe('Certified office')
})

test('says what is heading, row and cell, across pages', async () => {
  const pdf = await open(await render())
  expect(pdf.numPages).toBe(2)
  const [first, second] = await Promise.all(
    [1, 2].map(async (number) => roles(await (await pdf.getPage(number)).getStructTree())),
  )

  // Each page gives the whole table, with content where it is its own.
  expect(first).toEqual(['Root', 'Document', 'H1', 'Table', 'TR', 'TH', 'P', 'TH', 'P', 'TR', 'TD', 'TD'])
  expect(second).toEqual(['Root', 'Document', 'Table', 'TR', 'TH', 'TH', 'TR', 'TD', 'P', 'P', 'TD', 'P'])
})

test('prints names outside Latin-1 with embedded fonts', async () => {
  const bytes = await render()
  const page = await (await open(bytes)).getPage(1)
  const { items } = await page.getTextContent()

  expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('Łukasz Ő Ştefănescu')
  expect(bytes.toString('latin1')).toContain('+Cabin-Regular')
  expect(bytes.toString('latin1')).not.toContain('Helvetica')
})

test.each([
  '@expo-google-fonts/cabin/400Regular/Cabin_400Regular.ttf',
  '@expo-google-fonts/cabin/700Bold/Cabin_700Bold.ttf',
])('%s has every character that counts as printable', (file) => {
  const require = createRequire(import.meta.url)
  const fontkit: { openSync(path: string): { hasGlyphForCodePoint(code: number): boolean } } = createRequire(
    require.resolve('pdfkit'),
  )('fontkit')
  const font = fontkit.openSync(require.resolve(file))
  const lacking = Array.from({ length: 0x1_0000 }, (_, code) => code).filter(
    (code) => isPrintable(String.fromCodePoint(code)) && !font.hasGlyphForCodePoint(codeAsPainted(code)),
  )
  expect(lacking.map((code) => code.toString(16))).toEqual([])
})

test('measures what it will paint', async () => {
  const heights: number[] = []
  await renderPdf({
    title: 'x',
    author: 'x',
    createdAt,
    draw(sheet) {
      for (const words of ['one line', 'two\nlines']) heights.push(sheet.heightOf(text(words, 0)))
    },
  })
  const [one = 0, two = 0] = heights
  expect(one).toBeGreaterThan(10)
  expect(two).toBeCloseTo(2 * one, 5)
})

/** Some characters are another one by normalisation, as the Kelvin sign is K. */
function codeAsPainted(code: number): number {
  return String.fromCodePoint(code).normalize('NFC').codePointAt(0) ?? code
}

/** The tags of a page, top to bottom; pdf.js hangs the page's own tree under a root. */
function roles(node: unknown): string[] {
  if (node === null || typeof node !== 'object' || !('role' in node)) return []
  const children = 'children' in node && Array.isArray(node.children) ? node.children : []
  return [String(node.role), ...children.flatMap(roles)]
}
