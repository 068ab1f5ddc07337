import { ShopError } from '#server/errors.ts'

type BankReview = { bankChangedAt: Date | null; bankReviewedAt: Date | null }

/** Whether no admin has looked at the newest change of bank details. */
export function isBankUnreviewed({ bankChangedAt, bankReviewedAt }: BankReview): boolean {
  return bankChangedAt !== null && (bankReviewedAt === null || bankReviewedAt < bankChangedAt)
}

/**
 * Refuses to pay a referer whose bank details changed and were not looked at: whoever took over a portal would
 * otherwise be paid by the next click. Asked while the referer is held.
 *
 * @throws ShopError BANK_CHANGE_UNREVIEWED
 */
export function refuseUnreviewedBank(referer: BankReview): void {
  if (isBankUnreviewed(referer)) throw new ShopError('BANK_CHANGE_UNREVIEWED')
}
