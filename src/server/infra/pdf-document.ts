import { printable } from '#shared/text/printable.ts'
import { a4, type PdfRow, type PdfSheet, type PdfText, renderPdf } from './pdf.ts'

/** A label and its text below, one line each; lines with nothing to print are left out. */
export type DocumentDetail = { label: string; lines: readonly string[] }

export type DocumentColumn = { heading: string; width: number; align?: 'left' | 'right' }

type DocumentCell = string | { text: string; note: string }

/** A business document: who to whom, which number, lines with sums, and what is to be said under them. */
export type Document = {
  /** What a viewer shows as the file's name. */
  title: string
  heading: string
  author: string
  createdAt: Date
  /** Three blocks side by side. */
  particulars: readonly [readonly DocumentDetail[], readonly DocumentDetail[], readonly DocumentDetail[]]
  columns: readonly DocumentColumn[]
  rows: readonly (readonly DocumentCell[])[]
  totals: readonly (readonly string[])[]
  notes: readonly string[]
}

const brand = 'Ground School'
const colour = { ink: '#13202b', quiet: '#475768', rule: '#c3cdd0', track: '#a8135f' } as const
const left = a4.margin
const width = a4.width - 2 * a4.margin
const bottom = a4.height - a4.margin
const gutter = 18
/** The longest number fits on one line of the third block; the parties share the rest. */
const references = 148
const party = (width - references - 2 * gutter) / 2
const cellPadding = 6

/** Renders a document as tagged PDF, black on white, over as many pages as it needs. */
export function renderDocumentPdf(document: Document): Promise<Buffer> {
  const { title, author, createdAt } = document
  return renderPdf({
    title,
    author,
    createdAt,
    draw(sheet) {
      drawLetterhead(sheet, document.heading)
      const underParticulars = drawParticulars(sheet, document.particulars, 116)
      const underTable = drawTable(sheet, document, underParticulars + 22)
      drawNotes(sheet, document.notes, underTable + 24)
    },
  })
}

function drawLetterhead(sheet: PdfSheet, heading: string) {
  sheet.decoration((doc) => {
    const [x, y] = [left + 13, a4.margin + 13]
    doc.circle(x, y, 8).lineWidth(1.8).stroke(colour.track)
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      doc.moveTo(x + 8 * dx, y + 8 * dy).lineTo(x + 12.5 * dx, y + 12.5 * dy)
    }
    doc.lineWidth(1.8).stroke(colour.track)
    doc
      .moveTo(x - 4, y + 4)
      .lineTo(x + 4, y - 4)
      .lineWidth(3.6)
      .stroke(colour.track)
  })
  const half = width / 2
  sheet.text('P', { ...bold(brand, 15), x: left + 34, y: a4.margin + 3, width: half - 34 })
  sheet.text('H1', { ...bold(heading, 19), x: left + half, y: a4.margin, width: half, align: 'right' })
  sheet.decoration((doc) => {
    const [top, steps] = [a4.margin + 37, 25]
    doc.rect(left, top, width, 4).lineWidth(0.8).stroke(colour.ink)
    for (let step = 0; step < steps; step += 2) doc.rect(left + (step * width) / steps, top, width / steps, 4)
    doc.fill(colour.ink)
  })
}

function drawParticulars(sheet: PdfSheet, particulars: Document['particulars'], top: number): number {
  const ends = particulars.map((details, index) => {
    const x = left + index * (party + gutter)
    const columnWidth = index < 2 ? party : references
    const drawings = sizes.map((size) =>
      placeDetails(sheet, details, { x, y: top, width: columnWidth, size }),
    )
    const drawing = drawings.find(({ end }) => end <= bottom) ?? drawings.at(-1)
    for (const text of drawing?.texts ?? []) sheet.text('P', text)
    return drawing?.end ?? top
  })
  return Math.max(...ends)
}

/** A block is set smaller rather than cut where it would run off the page: every particular has to be there. */
const sizes = [10, 8, 6] as const

function placeDetails(
  sheet: PdfSheet,
  details: readonly DocumentDetail[],
  { x, y: top, width, size }: Pick<PdfText, 'x' | 'y' | 'width' | 'size'>,
): { texts: PdfText[]; end: number } {
  const texts: PdfText[] = []
  let y = top
  for (const { label, lines } of details) {
    for (const text of [quiet(label, 9), ...lines.map((line) => plain(line, size))]) {
      if (text.text === '') continue
      const placed = { ...text, x, y, width }
      texts.push(placed)
      y += sheet.heightOf(placed)
    }
    y += 7
  }
  return { texts, end: y }
}

function drawTable(sheet: PdfSheet, { columns, rows, totals }: Document, top: number): number {
  let y = top
  const lines: PdfRow[] = []

  function add(cells: readonly PdfText[][], rule: { weight: number; colour: string }, heading = false) {
    const height = Math.max(...cells.map((cell) => stack(sheet, cell))) + 2 * cellPadding
    const onNewPage = y + height > bottom
    if (onNewPage) y = a4.margin
    const placed = cells.map((cell) => place(sheet, cell, y + cellPadding))
    y += height
    lines.push({ heading, onNewPage, cells: placed, rule: { y, ...rule } })
  }

  const strong = { weight: 1.2, colour: colour.ink }
  const fine = { weight: 0.6, colour: colour.rule }
  const heads = columns.map((column, index) => [inColumn(columns, index, quiet(column.heading, 9.5))])
  add(heads, strong, true)
  for (const [index, row] of rows.entries()) {
    add(
      row.map((cell, at) => textsOf(columns, at, cell)),
      index === rows.length - 1 ? strong : fine,
    )
  }
  for (const row of totals) {
    add(
      row.map((text, at) => [inColumn(columns, at, bold(text, 10.5))]),
      fine,
    )
  }
  sheet.table(lines)
  return y
}

/** Notes stand at the foot of the page, or on the next where the table has taken it. */
function drawNotes(sheet: PdfSheet, notes: readonly string[], top: number) {
  const texts = notes.map((note) => ({ ...quiet(note, 9.5), x: left, width }))
  const heights = texts.map((text) => sheet.heightOf(text) + 5)
  const height = heights.reduce((sum, each) => sum + each, 0)
  const fits = top + height <= bottom
  if (!fits) sheet.newPage()

  let y = fits ? bottom - height : a4.margin
  for (const [index, text] of texts.entries()) {
    sheet.text('P', { ...text, y })
    y += heights[index] ?? 0
  }
}

type Unplaced = Pick<PdfText, 'text' | 'face' | 'size' | 'colour'>

function plain(text: string, size: number): Unplaced {
  return { text: printable(text), face: 'regular', size, colour: colour.ink }
}

function bold(text: string, size: number): Unplaced {
  return { text: printable(text), face: 'bold', size, colour: colour.ink }
}

function quiet(text: string, size: number): Unplaced {
  return { text: printable(text), face: 'regular', size, colour: colour.quiet }
}

function textsOf(columns: readonly DocumentColumn[], index: number, cell: DocumentCell): PdfText[] {
  if (typeof cell === 'string') return [inColumn(columns, index, plain(cell, 10))]
  return [inColumn(columns, index, plain(cell.text, 10)), inColumn(columns, index, quiet(cell.note, 9))]
}

function inColumn(columns: readonly DocumentColumn[], index: number, text: Unplaced): PdfText {
  const before = columns.slice(0, index).reduce((sum, column) => sum + column.width, 0)
  const column = columns[index]
  const isFirst = index === 0
  return {
    ...text,
    x: left + before + (isFirst ? 0 : cellPadding),
    y: 0,
    width: (column?.width ?? 0) - (isFirst ? 0 : cellPadding),
    align: column?.align ?? 'left',
  }
}

function stack(sheet: PdfSheet, texts: readonly PdfText[]): number {
  return texts.reduce((height, text) => height + sheet.heightOf(text), 0)
}

function place(sheet: PdfSheet, texts: readonly PdfText[], top: number): PdfText[] {
  let y = top
  return texts.map((text) => {
    const placed = { ...text, y }
    y += sheet.heightOf(text)
    return placed
  })
}

/** The width in points between the margins, for columns to share. */
export const documentWidth = width
