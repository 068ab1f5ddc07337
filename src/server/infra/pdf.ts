import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { Font } from 'fontkit'

type PdfDocument = InstanceType<typeof import('pdfkit')>

type PdfFace = 'regular' | 'bold'

/** Text and where it stands: millimetres are no unit here, everything is in points from the top left corner. */
export type PdfText = {
  text: string
  face: PdfFace
  size: number
  colour: string
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
}

/** One row of a table; a cell may hold several texts. `onNewPage` begins a page before the row. */
export type PdfRow = {
  heading?: boolean
  onNewPage?: boolean
  cells: readonly (readonly PdfText[])[]
  /** A line across, under the row. */
  rule?: { y: number; weight: number; colour: string }
}

/** A4 pages that are painted and, at the same time, tagged for reading aloud (PDF/UA, ISO 14289-1). */
export type PdfSheet = {
  /** Text as one block of the reading order. */
  text(tag: 'H1' | 'P', text: PdfText): void
  table(rows: readonly PdfRow[]): void
  /** Marks that are never read aloud. */
  decoration(paint: (doc: PdfDocument) => void): void
  newPage(): void
  /** The height in points that a text needs at its width. */
  heightOf(text: Pick<PdfText, 'text' | 'face' | 'size' | 'width'>): number
}

/** A4 in points, with the margin of the shop's documents. */
export const a4 = { width: 595.28, height: 841.89, margin: 51 } as const

const contentWidth = a4.width - 2 * a4.margin
const lineGap = 1.5

/** A font reads its tables when something is laid out with it: these need most of what documents do. */
const SAMPLES = ['Ground School', '1 Invoice, £12.50 – A V']

const require = createRequire(import.meta.url)
const fonts = new Map<PdfFace, Font>()

/** Whole fonts: a cut for the Latin web drops Ł and ő without a word. */
const fontFiles: Record<PdfFace, string> = {
  regular: '@expo-google-fonts/cabin/400Regular/Cabin_400Regular.ttf',
  bold: '@expo-google-fonts/cabin/700Bold/Cabin_700Bold.ttf',
}

/** Parsed once: a document made from the file's bytes costs four times the processor time (22.7 ms and 4.9 ms). */
async function fontOf(face: PdfFace): Promise<Font> {
  const known = fonts.get(face)
  if (known) return known
  const { create } = await import('fontkit')
  const font = create(readFileSync(require.resolve(fontFiles[face])))
  if (!('createSubset' in font)) throw new TypeError(`${fontFiles[face]} holds more than one font`)
  nameGlyphs(font)
  for (const words of SAMPLES) {
    await letOthersIn()
    font.layout(words)
  }
  await letOthersIn()
  fonts.set(face, font)
  return font
}

/** A glyph remembers its letters from its first use. As a part of another glyph it has none, and its text could not be read. */
function nameGlyphs(font: Font): void {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** The library takes a parsed font too, which its types do not know. */
      registerFont(name: PdfFace, font: Font): this
    }
  }
}

/** The library writes this for a subset its types do not know; the metadata is all that the mark is. */
const universalAccess = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        `

/** `scope` is known to the library and not to its types, which is why it stands beside one that is. */
const columnHeading = { lang: 'en-GB', scope: 'Column' }

type PdfInput = {
  title: string
  author: string
  createdAt: Date
  draw: (sheet: PdfSheet) => void
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Renders a tagged A4 document in the shop's typeface. The bytes are the same for the same input: `createdAt` is
 * the only time in them. One is drawn at a time, and other requests are answered between two.
 */
export function renderPdf(input: PdfInput): Promise<Buffer> {
  const drawing = last.then(letOthersIn).then(() => draw(input))
  last = drawing.catch(() => undefined)
  return drawing
}

/** One turn of the event loop may have read its requests already; the next one has not. */
async function letOthersIn(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

/**
 * The libraries are loaded at first use, because only a process that renders should wait for them, and piece by piece, as the
 * fonts are: in one go the first document keeps every other request waiting for 0.3 s.
 */
async function draw(input: PdfInput): Promise<Buffer> {
  await import('fontkit')
  await letOthersIn()
  const { default: PDFDocument } = await import('pdfkit')
  await letOthersIn()
  const doc = new PDFDocument({
    size: 'A4',
    margin: a4.margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    // PDF/UA wants every font embedded, and the default, Helvetica, would not be.
    font: '',
    info: {
      Title: input.title,
      Author: input.author,
      // The id of the file is made from it too.
      CreationDate: input.createdAt,
    },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  doc.appendXML(universalAccess)
  doc.registerFont('regular', await fontOf('regular')).registerFont('bold', await fontOf('bold'))

  const root = doc.struct('Document')
  doc.addStructure(root)
  input.draw(sheetOf(doc, root))
  root.end()

  const ended = once(doc, 'end')
  doc.end()
  await ended
  return Buffer.concat(parts)
}

function sheetOf(doc: PdfDocument, root: ReturnType<PdfDocument['struct']>): PdfSheet {
  function paint({ text, face, size, colour, x, y, width, align = 'left' }: PdfText) {
    doc.font(face).fontSize(size).fillColor(colour).text(text, x, y, { width, align, lineGap })
  }

  function decoration(marks: (doc: PdfDocument) => void) {
    doc.markContent('Artifact', { type: 'Layout' })
    doc.save()
    marks(doc)
    doc.restore()
    doc.endMarkedContent()
  }

  function rule({ y, weight, colour }: NonNullable<PdfRow['rule']>) {
    decoration(() => {
      doc
        .moveTo(a4.margin, y)
        .lineTo(a4.margin + contentWidth, y)
        .lineWidth(weight)
        .stroke(colour)
    })
  }

  return {
    text(tag, text) {
      root.add(doc.struct(tag, {}, () => paint(text)))
    },
    table(rows) {
      const table = doc.struct('Table')
      root.add(table)
      for (const row of rows) {
        if (row.onNewPage) doc.addPage()
        const line = doc.struct('TR')
        table.add(line)
        const [tag, attributes] = row.heading ? (['TH', columnHeading] as const) : (['TD', {}] as const)
        for (const texts of row.cells) {
          const cell = doc.struct(tag, attributes)
          line.add(cell)
          for (const text of texts) cell.add(doc.struct('P', {}, () => paint(text)))
          cell.end()
        }
        line.end()
        if (row.rule) rule(row.rule)
      }
      table.end()
    },
    decoration,
    newPage() {
      doc.addPage()
    },
    heightOf({ text, face, size, width }) {
      return doc.font(face).fontSize(size).heightOfString(text, { width, lineGap })
    },
  }
}
