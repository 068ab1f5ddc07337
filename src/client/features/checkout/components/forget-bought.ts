import { cartItems, checkoutData, referralCode } from '#client/lib/stored.ts'

/**
 * Takes what was bought out of the cart and the checkout data, which empties both, and the code with them. Videos put into the cart since
 * then stay: the page of an old payment can be opened again.
 */
export function forgetBought(videoIds: readonly number[]): void {
  const rest = (cartItems.read() ?? []).filter(({ video }) => !videoIds.includes(video.id))
  if (rest.length > 0) cartItems.write(rest)
  else {
    cartItems.clear()
    referralCode.clear()
  }
  const wanted = checkoutData.read()?.items.videoIds ?? []
  if (wanted.every((id) => videoIds.includes(id))) checkoutData.clear()
}
