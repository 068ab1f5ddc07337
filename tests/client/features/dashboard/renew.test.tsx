import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { authToken, cartItems } from '#client/lib/stored.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'

const SAM = { id: 'sam-1', username: 'sam', email: 'sam@example.com' }
const { videos } = makePageData()
const END = '2027-02-21T10:00:00.000Z'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** All videos are open; these can be renewed. */
function openDashboard(renewable: readonly number[]) {
  authToken.write('token-of-sam')
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: {
      videos: () =>
        videos.map((video) => ({
          ...video,
          expiresAt: END,
          daysRemaining: 9,
          ...(renewable.includes(video.id) && { renewsFrom: END }),
        })),
      dashboard: () => ({
        stats: { videosOwned: 7, completedVideos: 0, inProgressVideos: 0, daysRemaining: 9 },
        progress: [],
        purchases: [],
        user: SAM,
      }),
    },
    checkout: { pricingHistory: () => ({ collectionDiscountUsed: false }), pending: () => null },
  })
  return renderShop({ at: `/dashboard/${SAM.id}` })
}

test('a film that closes soon offers its next term, and puts it into the cart', async () => {
  const { user } = openDashboard([2])
  const offer = await screen.findByRole('button', { name: 'Navigation: Renew from 21 February 2027, £60' })
  expect(screen.queryByRole('button', { name: /Renew all seven/ })).toBeNull()
  await user.click(offer)
  const cart = await screen.findByRole('dialog', { name: 'Your Cart' })
  expect(within(cart).getByText('Renewal, from 21 February 2027')).toBeVisible()
  expect(cartItems.read()?.map(({ video }) => video.id)).toEqual([2])
})

test('where all seven close soon the set is offered at its price', async () => {
  const { user } = openDashboard([1, 2, 3, 4, 5, 6, 7])
  await user.click(await screen.findByRole('button', { name: 'Renew all seven, £340' }))
  const cart = await screen.findByRole('dialog', { name: 'Your Cart' })
  expect(within(cart).getByText('£340.00')).toBeVisible()
  expect(within(cart).getAllByText('Renewal, from 21 February 2027')).toHaveLength(7)
})
