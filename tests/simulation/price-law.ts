import type { World } from './world.ts'

/** The discount for all videos at once, and a club's for its members (requirements §4). */
const COLLECTION_PENCE = 4_000
const REFERRAL_PERCENT = 10
const COLLECTION_SIZE = 7

type Cart = { videoIds: readonly number[]; hasCode: boolean }

/**
 * What a first cart costs now, in pounds as the shop says it: list prices, less the discount for all videos, less the
 * code's percentage in whole pounds.
 */
export async function priceOf({ db }: Pick<World, 'db'>, { videoIds, hasCode }: Cart): Promise<string> {
  const { rows } = await db.query<{ pence: number }>(
    'select "pricePence" as pence from "Video" where id = any ($1)',
    [videoIds],
  )
  const list = rows.reduce((sum, { pence }) => sum + pence, 0)
  const afterCollection = list - (rows.length === COLLECTION_SIZE ? COLLECTION_PENCE : 0)
  const discount = hasCode ? Math.round((afterCollection * REFERRAL_PERCENT) / 10_000) * 100 : 0
  return ((afterCollection - discount) / 100).toFixed(2)
}
