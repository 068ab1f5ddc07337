import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readImage } from '#server/features/catalog/uploads/media-image.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'

const still = new Uint8Array(
  readFileSync(new URL('../../../../../samples/films/air-law.jpg', import.meta.url)),
)

/** The start of a PNG of that size; nothing else of it is read. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return Uint8Array.from(bytes)
}

describe('an image', () => {
  it('has a size', () => {
    expect(readImage(still)).toEqual({ details: { contentType: 'image/jpeg', width: 960, height: 540 } })
    expect(readImage(png(800, 600))).toEqual({
      details: { contentType: 'image/png', width: 800, height: 600 },
    })
  })

  it.each<[string, Uint8Array, string]>([
    ['a text', Uint8Array.from(Buffer.from('<svg>')), mediaErrors.notImage],
    ['nothing', new Uint8Array(), mediaErrors.notImage],
    ['one that is cut off', still.subarray(0, 60), mediaErrors.imageBroken],
    ['a PNG without its head', png(800, 600).subarray(0, 14), mediaErrors.imageBroken],
    ['a PNG of no width', png(0, 600), mediaErrors.imageBroken],
    ['a small one', png(320, 200), mediaErrors.imageTooSmall(320, 200)],
    ['a huge one', png(9_000, 600), mediaErrors.imageTooLarge(9_000, 600)],
  ])('%s is refused in words', (_what, bytes, error) => {
    expect(readImage(bytes)).toEqual({ error })
  })
})
