import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cartItems } from '#client/lib/stored.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'

const REFERER = { code: 'HEDGEROW17', clubName: 'Hedgerow Flying Club', discountPercent: 10 }

test.each([
  ['tells no price while a kept code is asked about', { code: REFERER.code, isApplied: true }, null],
  ['has its price without a code', null, 'Navigation, £60'],
])('what was added before the page was ready %s', async (_, kept, price) => {
  fakeServer({ cart: { validate: () => REFERER } })
  if (kept) localStorage.setItem('referral_code', JSON.stringify(kept))
  const added = makePageData().videos.filter(({ id }) => id === 2)
  cartItems.write(added.map((video) => ({ video, quantity: 1 as const })))
  document.documentElement.dataset.added = '[2]'
  renderShop()
  const told = (await screen.findAllByText('Added to your cart'))[0]?.closest('li')
  if (price) expect(told).toHaveTextContent(price)
  else expect(told).not.toHaveTextContent('£')
})
