import { encode } from 'uqr'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { a4, type PdfSheet, type PdfText, renderPdf } from '#server/infra/pdf.ts'
import { referralLink } from '#shared/commission/referral-link.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'

/**
 * Renders a referer's poster for the noticeboard: code, discount, and the link to the shop as text and QR code.
 *
 * @throws ShopError NOT_SIGNED_IN once ended
 */
export async function renderPoster(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  refererId: string,
): Promise<{ filename: string; content: Buffer }> {
  const referer = await deps.db.referer.findFirst({
    where: { id: refererId, endedAt: null },
    select: { name: true, referralCode: true, discountBps: true },
  })
  if (!referer) throw new ShopError('NOT_SIGNED_IN')
  const { name, referralCode: code } = referer
  const { publicUrl, seller } = deps.config
  const content = await renderPosterPdf({
    referer: name,
    code,
    link: referralLink(publicUrl, code),
    discountPercent: basisPointsToPercent(referer.discountBps),
    seller: { name: seller.name, address: seller.address },
    createdAt: deps.clock.now(),
  })
  return { filename: `poster-${code.replace(/[^A-Z0-9]+/g, '-')}.pdf`, content }
}

type PosterDetails = {
  referer: string
  code: string
  /** The target of the QR code. */
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
/** Smaller text is unreadable on a wall. */
const smallestSize = 10
/** A margin of four modules is part of the code (ISO/IEC 18004). */
const qrBorder = 4

/**
 * An A4 page, tagged like the shop's documents. It states that the referer earns a commission, as advertising must (CAP
 * Code, section 2).
 */
function renderPosterPdf(details: PosterDetails): Promise<Buffer> {
  const { referer, code, link, discountPercent, seller, createdAt } = details
  return renderPdf({
    title: `Poster of ${referer}`,
    author: seller.name,
    createdAt,
    draw(sheet) {
      renderLadder(sheet, a4.margin)
      let y = a4.margin + 34
      y = write(sheet, 'P', { ...textOf('Ground School', 17, 'bold', track), y })
      y = write(sheet, 'H1', {
        ...textOf('Theory films for the private pilot licence', 40, 'bold'),
        y: y + 6,
      })
      const lede = 'Seven films by one flying instructor. A study aid, to watch at home.'
      y = write(sheet, 'P', { ...textOf(lede, 17, 'regular', quiet), y: y + 10 })

      const top = y + 40
      renderQr(sheet, { link, x: left, y: top })
      const beside = { x: left + qrSize + 28, width: width - qrSize - 28 }
      let side = top + 14
      if (discountPercent > 0) {
        side = write(sheet, 'P', { ...textOf(`${discountPercent}% off`, 46, 'bold'), ...beside, y: side })
      }
      side = write(sheet, 'P', { ...textOf('with the code', 17, 'regular', quiet), ...beside, y: side + 2 })
      const codeText = onOneLine(sheet, { ...textOf(code, 34, 'bold', track), ...beside })
      side = write(sheet, 'P', { ...codeText, y: side + 4 })
      side = write(sheet, 'P', { ...textOf(`from ${referer}`, 17, 'regular'), ...beside, y: side + 6 })

      y = Math.max(top + qrSize, side) + 34
      y = write(sheet, 'P', { ...textOf('Point a camera at the square, or type', 15, 'regular', quiet), y })
      y = write(sheet, 'P', { ...onOneLine(sheet, textOf(link, 19, 'bold')), y: y + 2 })
      const hint = 'The code goes into the cart by itself; it can also be typed there.'
      write(sheet, 'P', { ...textOf(hint, 13, 'regular', quiet), y: y + 10 })

      const foot = textOf(
        `${referer} earns a commission on first orders with this code. Sold by ${seller.name}, ${seller.address.replace(/\s*\r?\n\s*/g, ', ')}.`,
        10.5,
        'regular',
        quiet,
      )
      // Text below the margin would start another page.
      const footTop = a4.height - a4.margin - sheet.heightOf(foot) - 2
      renderLadder(sheet, footTop - 16)
      write(sheet, 'P', { ...foot, y: footTop })
    },
  })
}

function textOf(text: string, size: number, face: PdfText['face'], colour = ink): PdfText {
  return { text, size, face, colour, x: left, y: 0, width }
}

/** Shrinks the text until it fits on one line: a broken code or address is typed wrong. */
function onOneLine(sheet: PdfSheet, text: PdfText): PdfText {
  const smaller = { ...text, size: text.size - 1 }
  const isOneLine = sheet.heightOf(text) <= sheet.heightOf({ ...text, text: 'A' })
  return isOneLine || text.size <= smallestSize ? text : onOneLine(sheet, smaller)
}

/** Returns the height at which the next line may start. */
function write(sheet: PdfSheet, tag: 'H1' | 'P', text: PdfText): number {
  sheet.text(tag, text)
  return text.y + sheet.heightOf(text)
}

/** The black-and-white edge of a chart sheet. */
function renderLadder(sheet: PdfSheet, y: number) {
  sheet.decoration((doc) => {
    const steps = 25
    doc.rect(left, y, width, 5).lineWidth(0.8).stroke(ink)
    for (let step = 0; step < steps; step += 2) doc.rect(left + (step * width) / steps, y, width / steps, 5)
    doc.fill(ink)
  })
}

/** A decoration for screen readers, since the address is also text. */
function renderQr(sheet: PdfSheet, { link, x, y }: { link: string; x: number; y: number }) {
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
