import { screen, within } from '@testing-library/react'
import { cartItems } from '#client/lib/stored.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'

/** Leaves videos in the browser's cart, as an earlier visit did. */
export function putInCart(...ids: number[]) {
  const items = makePageData().videos.filter(({ id }) => ids.includes(id))
  cartItems.write(items.map((video) => ({ video, quantity: 1 as const })))
}

/** The shop with its cart open. */
export async function openCart(options: Parameters<typeof renderShop>[0] = {}) {
  const shop = renderShop(options)
  await shop.user.click(screen.getByRole('button', { name: /^Cart/ }))
  return { ...shop, drawer: within(await screen.findByRole('dialog', { name: 'Your Cart' })) }
}
