import { basisPointsToPercent } from '#shared/money/rates.ts'
import type { ApplicationOutput, ClubOutput } from '#shared/schemas/admin-reports.ts'
import type { RefererLoginOutput } from '#shared/schemas/referer.ts'
import type { AccountRow, ApplicationRow, BankChangeRow, ClubRow, VatChangeRow } from './queries.ts'
import { isBankUnreviewed } from './refuse-unreviewed-bank.ts'
import { isVatUnreviewed } from './refuse-unreviewed-vat.ts'
import { isSelfBilling } from './self-billing-term.ts'

type PortalReferer = {
  id: string
  name: string
  referralCode: string
  commissionBps: number
  mustChangePassword: boolean
}

/** A referer as their own portal knows them. */
export function presentReferer(referer: PortalReferer): Omit<RefererLoginOutput, 'token'> {
  return {
    id: referer.id,
    name: referer.name,
    referralCode: referer.referralCode,
    commissionPercentage: basisPointsToPercent(referer.commissionBps),
    mustChangePassword: referer.mustChangePassword,
  }
}

export function presentLogin(referer: PortalReferer, token: string): RefererLoginOutput {
  return { ...presentReferer(referer), token }
}

/** A referer as the back office sees them. */
export function presentClub(row: ClubRow): ClubOutput {
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

/** A referer as they see themselves: what their papers print, where they are paid, and their agreement. */
export function presentAccount(row: AccountRow, now: Date) {
  const { endedAt: _endedAt, version: _version, ...club } = presentClub(row)
  return {
    ...club,
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

/** A change of bank details that waits for an admin's eye. */
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

/** A registration for VAT that waits for an admin's eye. */
export function presentVatChange({ vatChangedAt, ...row }: VatChangeRow) {
  return { ...row, changedAt: vatChangedAt?.toISOString() ?? '' }
}

/** An application as the back office sees it. Nobody can apply without accepting the terms. */
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
