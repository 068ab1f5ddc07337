import { videoDetailMessages } from '#shared/messages/cart.ts'

/** What a button that adds videos carries, so that the first script can do it before React is there (early-press.ts). */
export function earlyAdd(videoIds: readonly number[]) {
  return {
    'data-adds': JSON.stringify(videoIds),
    'data-added': videoDetailMessages.viewInCart,
    suppressHydrationWarning: true,
  }
}

/** The videos that the first script has put into the cart, to be told of once. */
export function takeAddedEarly(): number[] {
  const { dataset } = document.documentElement
  const added = JSON.parse(dataset.added ?? '[]')
  delete dataset.added
  return added
}
