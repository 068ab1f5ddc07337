import { mediaErrors } from '#shared/messages/catalog.ts'
import type { Finding } from './media-mp4.ts'
import { viewOf } from './mp4-boxes.ts'

export type ImageDetails = { contentType: 'image/jpeg' | 'image/png'; width: number; height: number }

const LEAST = { width: 640, height: 360 }
const MOST_PIXELS = 6_000

/** Checks a JPEG (ITU T.81) or PNG (W3C) by its first bytes and its size in pixels. */
export function readImage(content: Uint8Array): Finding<ImageDetails> {
  const read = chooseReader(content)
  if (!read) return { error: mediaErrors.notImage }
  const details = readSafely(read, content)
  if (!details || details.width === 0 || details.height === 0) return { error: mediaErrors.imageBroken }
  const { width, height } = details
  if (width < LEAST.width || height < LEAST.height) return { error: mediaErrors.imageTooSmall(width, height) }
  if (Math.max(width, height) > MOST_PIXELS) return { error: mediaErrors.imageTooLarge(width, height) }
  return { details }
}

type Reader = (view: DataView) => ImageDetails | null

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG_START = [0xff, 0xd8, 0xff]

function chooseReader(content: Uint8Array): Reader | null {
  const startsWith = (start: readonly number[]) => start.every((byte, index) => content[index] === byte)
  if (startsWith(PNG_START)) return readPng
  return startsWith(JPEG_START) ? readJpeg : null
}

/** DataView throws RangeError beyond the end: the image is truncated. */
function readSafely(read: Reader, content: Uint8Array): ImageDetails | null {
  try {
    return read(viewOf(content))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Width and height are in the first chunk, IHDR. */
function readPng(view: DataView): ImageDetails | null {
  if (view.getUint32(12) !== 0x49484452) return null
  return { contentType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** Reads the segments up to the first frame header (SOF0 to SOF15: 0xC0 to 0xCF except DHT, JPG and DAC). */
function readJpeg(view: DataView): ImageDetails | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1 // a fill byte
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { contentType: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (marker === 0xd9 || marker === 0xda) return null // the picture itself, and no header before it
    at += 2 + view.getUint16(at + 2)
  }
}
