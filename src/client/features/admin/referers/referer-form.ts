import type { FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { editClubMessages } from '#shared/messages/admin.ts'
import type { updateClubInput } from '#shared/schemas/admin.ts'
import type { ClubOutput } from '#shared/schemas/admin-reports.ts'

export type ClubValues = z.input<typeof updateClubInput>
export type ClubField = Exclude<keyof ClubValues, 'id' | 'version'>

const [basic, address, business, banking] = editClubMessages.tabs

type TabParts = { label: string; fields: readonly ClubField[] }

/** Which field lies in which tab: the first that is wrong is gone to. */
const CLUB_TABS = {
  basic: {
    label: basic,
    fields: [
      'name',
      'contactName',
      'contactEmail',
      'phoneNumber',
      'discountPercentage',
      'commissionPercentage',
    ],
  },
  address: { label: address, fields: ['addressLine1', 'addressLine2', 'city', 'postcode', 'country'] },
  business: {
    label: business,
    fields: ['fullBusinessName', 'tradingName', 'companyNumber', 'isVatRegistered', 'vatNumber'],
  },
  banking: { label: banking, fields: ['bankName', 'accountName', 'sortCode', 'accountNumber'] },
} as const satisfies Record<string, TabParts>

export type ClubTab = keyof typeof CLUB_TABS

const CLUB_TAB_ORDER = ['basic', 'address', 'business', 'banking'] as const satisfies readonly ClubTab[]

export function labelOfTab(tab: ClubTab): string {
  return CLUB_TABS[tab].label
}

export function isClubTab(text: string): text is ClubTab {
  return Object.hasOwn(CLUB_TABS, text)
}

export function findFault(errors: FieldErrors<ClubValues>): { tab: ClubTab; field: ClubField } | null {
  for (const tab of CLUB_TAB_ORDER) {
    const fields: readonly ClubField[] = CLUB_TABS[tab].fields
    const field = fields.find((name) => errors[name] !== undefined)
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
    version: club.version,
  }
}
