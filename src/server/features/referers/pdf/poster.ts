import { encode } from 'uqr'
import { a4, type PdfSheet, type PdfText, renderPdf } from '#server/infra/pdf.ts'

export type PosterFacts = {
  club: string
  code: string
  /** Where the QR code leads. */
  link: string
  discountPercent: number
  seller: { name: string; address: string }
  createdAt: Date
}

const ink = '#13202b'
const quiet = '#475768'
const track = '#a8135f'
const left = a4.margin
const width = a4.width - 2 * a4.margin
const qrSize = 232
/** Below this nobody reads it off a wall. */
const smallestSize = 10
/** A margin of four modules is part of the code (ISO/IEC 18004). */
const qrBorder = 4

/**
 * A sheet of A4 for a clubhouse wall, tagged like the shop's papers. It says that the club earns by it: a reader must
 * be able to know (CAP Code, section 2).
 */
export function renderPosterPdf(facts: PosterFacts): Promise<Buffer> {
  const { club, code, link, discountPercent, seller, createdAt } = facts
  return renderPdf({
    title: `Poster of ${club}`,
    author: seller.name,
    createdAt,
    draw(sheet) {
      drawLadder(sheet, a4.margin)
      let y = a4.margin + 34
      y = write(sheet, 'P', { ...words('Ground School', 17, 'bold', track), y })
      y = write(sheet, 'H1', { ...words('Theory films for the private pilot licence', 40, 'bold'), y: y + 6 })
      const lede = 'Seven films by one flying instructor. A study aid, to watch at home.'
      y = write(sheet, 'P', { ...words(lede, 17, 'regular', quiet), y: y + 10 })

      const top = y + 40
      drawQr(sheet, { link, x: left, y: top })
      const beside = { x: left + qrSize + 28, width: width - qrSize - 28 }
      let side = top + 14
      if (discountPercent > 0) {
        side = write(sheet, 'P', { ...words(`${discountPercent}% off`, 46, 'bold'), ...beside, y: side })
      }
      side = write(sheet, 'P', { ...words('with the code', 17, 'regular', quiet), ...beside, y: side + 2 })
      const codeText = onOneLine(sheet, { ...words(code, 34, 'bold', track), ...beside })
      side = write(sheet, 'P', { ...codeText, y: side + 4 })
      side = write(sheet, 'P', { ...words(`from ${club}`, 17, 'regular'), ...beside, y: side + 6 })

      y = Math.max(top + qrSize, side) + 34
      y = write(sheet, 'P', { ...words('Point a camera at the square, or type', 15, 'regular', quiet), y })
      y = write(sheet, 'P', { ...onOneLine(sheet, words(link, 19, 'bold')), y: y + 2 })
      const note = 'The code goes into the cart by itself; it can also be typed there.'
      write(sheet, 'P', { ...words(note, 13, 'regular', quiet), y: y + 10 })

      const foot = words(
        `${club} earns a commission on first orders with this code. Sold by ${seller.name}, ${seller.address.replace(/\s*\r?\n\s*/g, ', ')}.`,
        10.5,
        'regular',
        quiet,
      )
      // Text that reaches under the margin would begin a page of its own.
      const footTop = a4.height - a4.margin - sheet.heightOf(foot) - 2
      drawLadder(sheet, footTop - 16)
      write(sheet, 'P', { ...foot, y: footTop })
    },
  })
}

function words(text: string, size: number, face: PdfText['face'], colour = ink): PdfText {
  return { text, size, face, colour, x: left, y: 0, width }
}

/** Smaller, until it stands on one line: a code or an address that is broken is typed wrong. */
function onOneLine(sheet: PdfSheet, text: PdfText): PdfText {
  const smaller = { ...text, size: text.size - 1 }
  const isOneLine = sheet.heightOf(text) <= sheet.heightOf({ ...text, text: 'A' })
  return isOneLine || text.size <= smallestSize ? text : onOneLine(sheet, smaller)
}

/** Gives the height at which the next line may begin. */
function write(sheet: PdfSheet, tag: 'H1' | 'P', text: PdfText): number {
  sheet.text(tag, text)
  return text.y + sheet.heightOf(text)
}

/** The black-and-white edge of a chart sheet. */
function drawLadder(sheet: PdfSheet, y: number) {
  sheet.decoration((doc) => {
    const steps = 25
    doc.rect(left, y, width, 5).lineWidth(0.8).stroke(ink)
    for (let step = 0; step < steps; step += 2) doc.rect(left + (step * width) / steps, y, width / steps, 5)
    doc.fill(ink)
  })
}

/** The address stands below in words, so that the square itself need not be read aloud. */
function drawQr(sheet: PdfSheet, { link, x, y }: { link: string; x: number; y: number }) {
  const { data, size } = encode(link, { ecc: 'M', border: qrBorder })
  const module = qrSize / size
  sheet.decoration((doc) => {
    for (const [row, cells] of data.entries()) {
      for (const [column, isDark] of cells.entries()) {
        if (isDark) doc.rect(x + column * module, y + row * module, module, module)
      }
    }
    doc.fill('#000000')
    doc.rect(x, y, qrSize, qrSize).lineWidth(1).stroke(ink)
  })
}
