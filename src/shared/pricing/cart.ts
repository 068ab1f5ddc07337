import type { Pence } from '#shared/money/money.ts'

export type PricedVideo = { id: number; title: string; pricePence: Pence }

export type Cart<Video> = {
  /** The videos to buy, in the order of the catalog. */
  videos: Video[]
  /** The videos that are neither owned nor in the cart, in the order of the catalog. */
  missing: Video[]
  /** How many videos of the catalog are owned. */
  ownedCount: number
  /** Ids in the cart of videos that are owned, each once. */
  droppedOwned: number[]
  /** Ids in the cart that no video has, each once. */
  unknown: number[]
}

/**
 * Checks the ids of a cart against the catalog and the owned videos. An id counts once; owned and unknown ids are left
 * out and reported.
 */
export function sortCart<Video extends { id: number }>(input: {
  catalog: readonly Video[]
  ownedVideoIds: readonly number[]
  cartVideoIds: readonly number[]
}): Cart<Video> {
  const owned = new Set(input.ownedVideoIds)
  const cart = new Set(input.cartVideoIds)
  const known = new Set(input.catalog.map(({ id }) => id))
  const notOwned = input.catalog.filter(({ id }) => !owned.has(id))
  return {
    videos: notOwned.filter(({ id }) => cart.has(id)),
    missing: notOwned.filter(({ id }) => !cart.has(id)),
    ownedCount: input.catalog.length - notOwned.length,
    droppedOwned: [...cart].filter((id) => known.has(id) && owned.has(id)),
    unknown: [...cart].filter((id) => !known.has(id)),
  }
}
