import { basisPointsToPercent } from '#shared/money/rates.ts'
import type { ApplicationOutput, RefererOutput } from '#shared/schemas/admin-reports.ts'
import type { RefererLoginOutput } from '#shared/schemas/referer.ts'
import { isBankUnreviewed } from './bank-details.ts'
import type { AccountRow, ApplicationRow, BankChangeRow, RefererRow, VatChangeRow } from './queries.ts'
import { isSelfBilling } from './self-billing.ts'
import { isVatUnreviewed } from './vat-registration.ts'

type PortalReferer = {
  id: string
  name: string
  referralCode: string
  commissionBps: number
  mustChangePassword: boolean
}

/** A referer for their own portal. */
export function presentPortalReferer(referer: PortalReferer): Omit<RefererLoginOutput, 'token'> {
  return {
    id: referer.id,
    name: referer.name,
    referralCode: referer.referralCode,
    commissionPercentage: basisPointsToPercent(referer.commissionBps),
    mustChangePassword: referer.mustChangePassword,
  }
}

export function presentLogin(referer: PortalReferer, token: string): RefererLoginOutput {
  return { ...presentPortalReferer(referer), token }
}

/** A referer for the back office. */
export function presentReferer(row: RefererRow): RefererOutput {
  return {
    id: row.id,
    name: row.name,
    contactEmail: row.contactEmail,
    contactName: row.contactName,
    fullBusinessName: row.fullBusinessName,
    tradingName: row.tradingName,
    addressLine1: row.addressLine1,
    addressLine2: row.addressLine2,
    city: row.city,
    postcode: row.postcode,
    country: row.country,
    companyNumber: row.companyNumber,
    vatNumber: row.vatNumber,
    isVatRegistered: row.isVatRegistered,
    phoneNumber: row.phoneNumber,
    bankName: row.bankName,
    accountName: row.accountName,
    sortCode: row.bankSortCodeEnding === null ? null : maskSortCode(row.bankSortCodeEnding),
    accountNumber: row.bankAccountEnding === null ? null : maskAccountNumber(row.bankAccountEnding),
    referralCode: row.referralCode,
    commissionPercentage: basisPointsToPercent(row.commissionBps),
    discountPercentage: basisPointsToPercent(row.discountBps),
    endedAt: row.endedAt?.toISOString() ?? null,
    version: row.version,
  }
}

/** A referer for their own account page: the details for documents, the bank account and the agreement. */
export function presentAccount(row: AccountRow, now: Date) {
  const { endedAt: _endedAt, version: _version, ...referer } = presentReferer(row)
  return {
    ...referer,
    mustChangePassword: row.mustChangePassword,
    bankChangeWaits: isBankUnreviewed(row),
    vatChangeWaits: isVatUnreviewed(row),
    selfBilling: {
      isInForce: isSelfBilling(row, now),
      from: row.selfBillingFrom?.toISOString() ?? null,
      until: row.selfBillingUntil?.toISOString() ?? null,
    },
  }
}

/** A change of bank details that waits for a review. */
export function presentBankChange(row: BankChangeRow) {
  return {
    id: row.id,
    name: row.name,
    changedAt: row.bankChangedAt?.toISOString() ?? '',
    sortCode: maskSortCode(row.bankSortCodeEnding ?? ''),
    accountNumber: maskAccountNumber(row.bankAccountEnding ?? ''),
    phoneNumber: row.phoneNumber,
    phoneKnownBefore: row.phoneKnownBefore,
  }
}

/** A VAT registration that waits for a review. */
export function presentVatChange({ vatChangedAt, ...row }: VatChangeRow) {
  return { ...row, changedAt: vatChangedAt?.toISOString() ?? '' }
}

/** An application for the back office. Every applicant has accepted the terms. */
export function presentApplication(row: ApplicationRow): ApplicationOutput {
  return {
    id: row.id,
    status: row.status,
    adminNotes: row.adminNotes,
    createdAt: row.createdAt.toISOString(),
    applicantType: row.applicantType,
    fullName: row.fullName,
    organizationName: row.organizationName,
    contactEmail: row.contactEmail,
    phoneNumber: row.phoneNumber,
    businessName: row.businessName,
    businessNumber: row.businessNumber,
    isVatRegistered: row.isVatRegistered,
    vatNumber: row.vatNumber,
    businessAddressLine1: row.businessAddressLine1,
    businessAddressLine2: row.businessAddressLine2,
    businessCity: row.businessCity,
    businessPostcode: row.businessPostcode,
    businessCountry: row.businessCountry,
    bankAccountName: row.bankAccountName,
    bankSortCode: maskSortCode(row.bankSortCodeEnding),
    bankAccountNumber: maskAccountNumber(row.bankAccountEnding),
    acceptedTerms: true,
  }
}

/** Dots and the last digits (requirements §3). */
function maskSortCode(ending: string): string {
  return `••-••-${ending}`
}

function maskAccountNumber(ending: string): string {
  return `••••${ending}`
}
