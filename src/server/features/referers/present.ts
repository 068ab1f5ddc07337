import { basisPointsToPercent } from '#shared/money/rates.ts'
import { maskAccountNumber, maskSortCode } from '#shared/schemas/referer.ts'
import { isBankUnreviewed } from './bank-details.ts'
import type {
  AccountRow,
  ApplicationRow,
  BankChangeRow,
  PortalRow,
  RefererRow,
  VatChangeRow,
} from './queries.ts'
import { isSelfBilling } from './self-billing.ts'
import { isVatUnreviewed } from './vat-registration.ts'

/** A referer for their own portal. */
export function presentPortalReferer({
  id,
  name,
  referralCode,
  commissionBps,
  mustChangePassword,
}: PortalRow) {
  const commissionPercentage = basisPointsToPercent(commissionBps)
  return { id, name, referralCode, commissionPercentage, mustChangePassword }
}

/** A referer for the back office; the endings of the bank account are masked. */
export function presentReferer({ bankSortCodeEnding, bankAccountEnding, ...row }: RefererRow) {
  const { commissionBps, discountBps, ...referer } = row
  return {
    ...referer,
    sortCode: bankSortCodeEnding === null ? null : maskSortCode(bankSortCodeEnding),
    accountNumber: bankAccountEnding === null ? null : maskAccountNumber(bankAccountEnding),
    commissionPercentage: basisPointsToPercent(commissionBps),
    discountPercentage: basisPointsToPercent(discountBps),
  }
}

/** A referer for their own account page: the details for documents, the bank account and the agreement. */
export function presentAccount(row: AccountRow, now: Date) {
  const { selfBillingFrom: from, selfBillingUntil: until } = row
  return {
    ...presentReferer(row),
    mustChangePassword: row.mustChangePassword,
    bankChangeWaits: isBankUnreviewed(row),
    vatChangeWaits: isVatUnreviewed(row),
    selfBilling: { isInForce: isSelfBilling(row, now), from, until },
  }
}

/** A change of bank details that waits for a review. */
export function presentBankChange({ bankChangedAt, ...row }: BankChangeRow) {
  return {
    ...row,
    changedAt: bankChangedAt ?? '',
    sortCode: maskSortCode(row.bankSortCodeEnding ?? ''),
    accountNumber: maskAccountNumber(row.bankAccountEnding ?? ''),
  }
}

/** A VAT registration that waits for a review. */
export function presentVatChange({ vatChangedAt, ...row }: VatChangeRow) {
  return { ...row, changedAt: vatChangedAt ?? '' }
}

/** An application for the back office. Every applicant has accepted the terms. */
export function presentApplication({ bankSortCodeEnding, bankAccountEnding, ...row }: ApplicationRow) {
  return {
    ...row,
    bankSortCode: maskSortCode(bankSortCodeEnding),
    bankAccountNumber: maskAccountNumber(bankAccountEnding),
    acceptedTerms: true,
  }
}
