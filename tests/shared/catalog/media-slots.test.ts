import { expect, it } from 'vitest'
import { formatBytes, MEDIA_SLOT_NAMES, MEDIA_SLOTS, slotOf } from '#shared/catalog/media-slots.ts'

it('names every slot once', () => {
  expect([...MEDIA_SLOT_NAMES].toSorted()).toEqual(Object.keys(MEDIA_SLOTS).toSorted())
})

it.each(MEDIA_SLOT_NAMES)('%s is found again by where its file lies', (name) => {
  expect(slotOf(MEDIA_SLOTS[name])).toBe(name)
})

it('finds no slot for a smaller rendition of a video', () => {
  expect(slotOf({ kind: 'film', rendition: '540' })).toBeNull()
})

it.each([
  [999, '999 bytes'],
  [940_400, '940 kB'],
  [1_400_553, '1.4 MB'],
  [2_310_000_000, '2.31 GB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))
