import type { World } from '../world.ts'

/** A cart with these videos, as an earlier visit would have left it. */
export function cartOf({ videos }: World, videoIds: readonly number[]): Record<string, string> {
  const chosen = videos.filter(({ id }) => videoIds.includes(id))
  return { cartItems: JSON.stringify(chosen.map((video) => ({ video, quantity: 1 }))) }
}

/** A cart whose owner has gone on to the checkout. */
export function checkoutOf(
  world: World,
  videoIds: readonly number[],
  code: string | null = null,
): Record<string, string> {
  const checkout = {
    items: { videoIds, bundle: videoIds.length === world.videos.length },
    subtotal: '0.00',
    referralDiscount: '0.00',
    referralCode: code,
    total: '0.00',
  }
  return { ...cartOf(world, videoIds), checkoutData: JSON.stringify(checkout) }
}

export const codeOf = (code: string, isApplied: boolean): Record<string, string> => ({
  referral_code: JSON.stringify({ code, isApplied }),
})
