import { printable } from '#shared/text/printable.ts'
import { a4, type PdfRow, type PdfSheet, type PdfText, renderPdf } from './pdf.ts'

/** A part of a report: a heading, paragraphs, then rows of a time or a label beside a text. */
export type ReportSection = {
  heading: string
  paragraphs?: readonly string[]
  rows?: readonly { label: string; text: string }[]
}

type Report = {
  title: string
  author: string
  createdAt: Date
  lede: string
  sections: readonly ReportSection[]
}

const ink = '#13202b'
const left = a4.margin
const width = a4.width - 2 * a4.margin
const bottom = a4.height - a4.margin
const labelWidth = 132
const gap = 12

/** Renders sections one below the other as tagged PDF, black on white, over as many pages as they need. */
export function renderReportPdf({ title, author, createdAt, lede, sections }: Report): Promise<Buffer> {
  return renderPdf({
    title,
    author,
    createdAt,
    draw(sheet) {
      let y: number = a4.margin
      const write = (tag: 'H1' | 'P', unplaced: Omit<PdfText, 'y'>, after: number) => {
        const height = sheet.heightOf(unplaced)
        if (y + height > bottom) {
          sheet.newPage()
          y = a4.margin
        }
        sheet.text(tag, { ...unplaced, y })
        y += height + after
      }
      write('H1', line(title, 'bold', 18), 4)
      write('P', line(lede, 'regular', 10), 16)
      for (const { heading, paragraphs = [], rows = [] } of sections) {
        // A heading stays with the first lines under it.
        if (y > bottom - 60) y = bottom
        write('H1', line(heading, 'bold', 12), 5)
        for (const paragraph of paragraphs) write('P', line(paragraph, 'regular', 9.5), 5)
        y = drawRows(sheet, rows, y) + 12
      }
    },
  })
}

function drawRows(sheet: PdfSheet, rows: NonNullable<ReportSection['rows']>, top: number): number {
  if (rows.length === 0) return top
  let y = top
  const placed: PdfRow[] = rows.map(({ label, text }) => {
    const cells = [
      { ...line(label, 'regular', 9), width: labelWidth },
      { ...line(text, 'regular', 9), x: left + labelWidth + gap, width: width - labelWidth - gap },
    ]
    const height = Math.max(...cells.map((cell) => sheet.heightOf(cell))) + 4
    const onNewPage = y + height > bottom
    if (onNewPage) y = a4.margin
    const at = y
    y += height
    return { onNewPage, cells: cells.map((cell) => [{ ...cell, y: at }]) }
  })
  sheet.table(placed)
  return y
}

function line(text: string, face: PdfText['face'], size: number): Omit<PdfText, 'y'> {
  return { text: printable(text), face, size, colour: ink, x: left, width }
}
