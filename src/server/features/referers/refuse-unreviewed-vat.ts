import { ShopError } from '#server/errors.ts'

type VatReview = { vatChangedAt: Date | null; vatReviewedAt: Date | null }

/** Whether no admin has looked at the newest registration for VAT, or the newest number. */
export function isVatUnreviewed({ vatChangedAt, vatReviewedAt }: VatReview): boolean {
  return vatChangedAt !== null && (vatReviewedAt === null || vatReviewedAt < vatChangedAt)
}

/**
 * Refuses to pay VAT on a referer's word alone. A payout without VAT is none of its business.
 *
 * @throws ShopError VAT_CHANGE_UNREVIEWED
 */
export function refuseUnreviewedVat({ vatPence, referer }: { vatPence: number; referer: VatReview }): void {
  if (vatPence > 0 && isVatUnreviewed(referer)) throw new ShopError('VAT_CHANGE_UNREVIEWED')
}
