import { expect, test } from 'vitest'
import { videoOutput } from '#shared/schemas/catalog.ts'

const video = {
  id: 2,
  title: 'Navigation',
  description: 'The half-million chart.',
  category: 'Navigation',
  duration: 112,
  price: '60.00',
  imageUrl: '/images/navigation.svg',
}

test('a video on the wire has exactly the seven fields', () => {
  expect(videoOutput.parse({ ...video, slug: 'navigation', pricePence: 6000 })).toEqual(video)
})

test.each([60, '60', '60.0', '060.00', '£60.00', ''])('its price is never %j', (price) => {
  expect(videoOutput.safeParse({ ...video, price }).success).toBe(false)
})
