import type { Pence } from '#shared/money/money.ts'

export type PricedVideo = { id: number; title: string; pricePence: Pence }

export type Basket<Video> = {
  /** What is to be bought, in the order of the catalogue. */
  videos: Video[]
  /** What is neither owned nor in the basket, in the order of the catalogue. */
  missing: Video[]
  /** How many videos of the catalogue are owned. */
  ownedCount: number
  /** Ids that were in the cart although they are owned, each once. */
  droppedOwned: number[]
  /** Ids that were in the cart although no video has them, each once. */
  unknown: number[]
}

/**
 * Sorts a cart out against the catalogue and what the student owns now: doubles count once, and owned and
 * unknown ids are reported and left out. The browser's list is a wish and nothing more.
 */
export function sortBasket<Video extends { id: number }>(input: {
  catalogue: readonly Video[]
  ownedVideoIds: readonly number[]
  cartVideoIds: readonly number[]
}): Basket<Video> {
  const owned = new Set(input.ownedVideoIds)
  const cart = new Set(input.cartVideoIds)
  const known = new Set(input.catalogue.map(({ id }) => id))
  const notOwned = input.catalogue.filter(({ id }) => !owned.has(id))
  return {
    videos: notOwned.filter(({ id }) => cart.has(id)),
    missing: notOwned.filter(({ id }) => !cart.has(id)),
    ownedCount: input.catalogue.length - notOwned.length,
    droppedOwned: [...cart].filter((id) => known.has(id) && owned.has(id)),
    unknown: [...cart].filter((id) => !known.has(id)),
  }
}
