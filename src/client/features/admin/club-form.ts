import type { FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { editClubMessages } from '#shared/messages/admin.ts'
import type { updateClubInput } from '#shared/schemas/admin.ts'
import type { ClubOutput } from '#shared/schemas/admin-reports.ts'

export type ClubValues = z.input<typeof updateClubInput>
export type ClubField = Exclude<keyof ClubValues, 'id'>

const [basic, address, business, banking] = editClubMessages.tabs

/** Which field lies in which tab: the first that is wrong is gone to. */
export const CLUB_TABS = {
  [basic]: [
    'name',
    'contactName',
    'contactEmail',
    'phoneNumber',
    'discountPercentage',
    'commissionPercentage',
  ],
  [address]: ['addressLine1', 'addressLine2', 'city', 'postcode', 'country'],
  [business]: ['fullBusinessName', 'tradingName', 'companyNumber', 'isVatRegistered', 'vatNumber'],
  [banking]: ['bankName', 'accountName', 'sortCode', 'accountNumber'],
} as const satisfies Record<string, readonly ClubField[]>

export type ClubTab = keyof typeof CLUB_TABS

export const CLUB_TAB_NAMES: readonly ClubTab[] = editClubMessages.tabs

export function isClubTab(text: string): text is ClubTab {
  return Object.hasOwn(CLUB_TABS, text)
}

export function findFault(errors: FieldErrors<ClubValues>): { tab: ClubTab; field: ClubField } | null {
  for (const tab of CLUB_TAB_NAMES) {
    const field = CLUB_TABS[tab].find((name) => errors[name] !== undefined)
    if (field) return { tab, field }
  }
  return null
}

export function clubValues(club: ClubOutput): ClubValues {
  return {
    id: club.id,
    name: club.name,
    contactEmail: club.contactEmail,
    contactName: club.contactName,
    fullBusinessName: club.fullBusinessName ?? '',
    tradingName: club.tradingName ?? '',
    addressLine1: club.addressLine1 ?? '',
    addressLine2: club.addressLine2 ?? '',
    city: club.city ?? '',
    postcode: club.postcode ?? '',
    country: club.country,
    companyNumber: club.companyNumber ?? '',
    vatNumber: club.vatNumber ?? '',
    isVatRegistered: club.isVatRegistered,
    phoneNumber: club.phoneNumber ?? '',
    bankName: club.bankName ?? '',
    accountName: club.accountName ?? '',
    sortCode: club.sortCode ?? '',
    accountNumber: club.accountNumber ?? '',
    commissionPercentage: club.commissionPercentage,
    discountPercentage: club.discountPercentage,
  }
}
