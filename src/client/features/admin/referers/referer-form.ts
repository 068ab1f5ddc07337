import type { FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { editRefererMessages } from '#shared/messages/admin.ts'
import type { updateRefererInput } from '#shared/schemas/admin.ts'
import type { RefererOutput } from '#shared/schemas/admin-reports.ts'

export type RefererValues = z.input<typeof updateRefererInput>
export type RefererField = Exclude<keyof RefererValues, 'id' | 'version'>

const [basic, address, business, banking] = editRefererMessages.tabs

type TabParts = { label: string; fields: readonly RefererField[] }

/** Which field lies in which tab: the first that is wrong is gone to. */
const REFERER_TABS = {
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

export type RefererTab = keyof typeof REFERER_TABS

const REFERER_TAB_ORDER = ['basic', 'address', 'business', 'banking'] as const satisfies readonly RefererTab[]

export function labelOfTab(tab: RefererTab): string {
  return REFERER_TABS[tab].label
}

export function isRefererTab(text: string): text is RefererTab {
  return Object.hasOwn(REFERER_TABS, text)
}

export function findError(
  errors: FieldErrors<RefererValues>,
): { tab: RefererTab; field: RefererField } | null {
  for (const tab of REFERER_TAB_ORDER) {
    const fields: readonly RefererField[] = REFERER_TABS[tab].fields
    const field = fields.find((name) => errors[name] !== undefined)
    if (field) return { tab, field }
  }
  return null
}

export function refererValues(referer: RefererOutput): RefererValues {
  return {
    id: referer.id,
    name: referer.name,
    contactEmail: referer.contactEmail,
    contactName: referer.contactName,
    fullBusinessName: referer.fullBusinessName ?? '',
    tradingName: referer.tradingName ?? '',
    addressLine1: referer.addressLine1 ?? '',
    addressLine2: referer.addressLine2 ?? '',
    city: referer.city ?? '',
    postcode: referer.postcode ?? '',
    country: referer.country,
    companyNumber: referer.companyNumber ?? '',
    vatNumber: referer.vatNumber ?? '',
    isVatRegistered: referer.isVatRegistered,
    phoneNumber: referer.phoneNumber ?? '',
    bankName: referer.bankName ?? '',
    accountName: referer.accountName ?? '',
    sortCode: referer.sortCode ?? '',
    accountNumber: referer.accountNumber ?? '',
    commissionPercentage: referer.commissionPercentage,
    discountPercentage: referer.discountPercentage,
    version: referer.version,
  }
}
