import type { Pence } from '#shared/money/money.ts'

export type PricedVideo = { id: number; title: string; pricePence: Pence }

export type Cart<Video> = {
  /** The videos to buy, in the order of the catalog. */
  videos: Video[]
  /** How many of them are owned: those are renewals. */
  renewedCount: number
  /** What the whole collection still lacks, or, where all of it can be renewed, what is not in the cart yet. */
  missing: Video[]
  /** How many videos of the catalog are owned and not in the cart. */
  ownedCount: number
  /** Ids in the cart of videos that are owned and cannot be renewed now, each once. */
  droppedOwned: number[]
  /** Ids in the cart that no video has, each once. */
  unknown: number[]
}

/**
 * Checks the ids of a cart against the catalog and the owned videos. An id counts once; unknown ids, and owned ones that
 * cannot be renewed now, are left out and reported.
 */
export function sortCart<Video extends { id: number }>(input: {
  catalog: readonly Video[]
  ownedVideoIds: readonly number[]
  /** Those of them that can be bought again now (requirements §5). */
  renewableVideoIds?: readonly number[]
  cartVideoIds: readonly number[]
}): Cart<Video> {
  const owned = new Set(input.ownedVideoIds)
  const cart = new Set(input.cartVideoIds)
  const known = new Set(input.catalog.map(({ id }) => id))
  const renewable = new Set(input.renewableVideoIds)
  const isOwned = ({ id }: Video) => owned.has(id)
  const notOwned = input.catalog.filter((video) => !isOwned(video))
  const forSale = input.catalog.filter(({ id }) => !owned.has(id) || renewable.has(id))
  const videos = forSale.filter(({ id }) => cart.has(id))
  const isSetRenewable = notOwned.length === 0 && forSale.length === input.catalog.length
  const renewedCount = videos.filter(isOwned).length
  return {
    videos,
    renewedCount,
    missing: (isSetRenewable ? forSale : notOwned).filter(({ id }) => !cart.has(id)),
    ownedCount: input.catalog.length - notOwned.length - renewedCount,
    droppedOwned: [...cart].filter((id) => known.has(id) && !forSale.some((video) => video.id === id)),
    unknown: [...cart].filter((id) => !known.has(id)),
  }
}
