import { isUnlikelyLength } from '#shared/catalog/catalog-rules.ts'
import { MEDIA_SLOTS, type MediaSlot } from '#shared/catalog/media-slots.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { formatPounds, parsePounds, subtractPence, sumPence } from '#shared/money/money.ts'
import type { AdminCatalogVideo, CatalogFile, TermsOutput } from '#shared/schemas/catalog-editing.ts'

const VIDEO_SLOTS = [
  'film',
  'captions',
  'chapters',
  'image',
  'snippet',
  'snippetCaptions',
  'snippetImage',
] as const satisfies readonly MediaSlot[]
const SHOP_SLOTS = ['promo', 'promoCaptions', 'promoImage'] as const satisfies readonly MediaSlot[]

/** The places for files of one video, or of the shop itself, each with the file that is in it. */
export function placesOf(
  owner: 'video' | 'shop',
  files: readonly CatalogFile[],
): { slot: MediaSlot; name: string; file: CatalogFile | null }[] {
  const slots = owner === 'video' ? VIDEO_SLOTS : SHOP_SLOTS
  return slots.map((slot) => ({
    slot,
    name: MEDIA_SLOTS[slot].name,
    file: files.find((file) => file.slot === slot) ?? null,
  }))
}

/** "84 min 12 s"; seconds alone under a minute. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`
}

/** The length the catalog would show for a video: whole minutes, one at least. */
export function minutesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60))
}

/** What the complete package costs, from the prices and what a collection saves. */
export function packagePrice(videos: readonly AdminCatalogVideo[], terms: TermsOutput) {
  const list = sumPence(videos.map(({ price }) => parsePounds(price)))
  const total = subtractPence(list, parsePounds(terms.collectionDiscount))
  return { list: formatPounds(list, { sums: true }), total: formatPounds(total, { sums: true }) }
}

/** A wire price as an admin types it: "60.00" is "60", "59.50" stays. */
export function asTyped(pounds: string): string {
  return pounds.replace(/\.00$/, '')
}

/** The warning that a video runs far shorter or longer than the catalog says; null where it does not. */
export function lengthWarning(seconds: number | null, minutes: number): string | null {
  if (seconds === null || !isUnlikelyLength({ seconds, minutes })) return null
  return catalogMessages.lengthFar(formatLength(seconds), minutes)
}
