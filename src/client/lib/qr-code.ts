import { encode } from 'uqr'

/** A margin of four modules is part of the code (ISO/IEC 18004). */
const BORDER = 4
const PNG_MODULE_PX = 24

export type QrCode = {
  /** Modules along a side, the margin included. */
  size: number
  /** Every dark module as one path in units of a module. */
  path: string
}

/** A text as QR code that stays readable with 15 % of it damaged. */
export function makeQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const squares = data.flatMap((cells, y) =>
    cells.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size, path: squares.join('') }
}

/** Black on white, whatever the page's colours: a camera reads it so. */
export function qrCodeSvg({ size, path }: QrCode): Blob {
  const ground = `<rect width="${size}" height="${size}" fill="#fff"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${ground}<path fill="#000" d="${path}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** The same as a bitmap with sharp edges, large enough for print. @throws where the browser cannot draw */
export async function qrCodePng({ size, path }: QrCode): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size * PNG_MODULE_PX
  canvas.height = size * PNG_MODULE_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(PNG_MODULE_PX, PNG_MODULE_PX)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((done, fail) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error('The picture could not be made'))),
      'image/png',
    )
  })
}
