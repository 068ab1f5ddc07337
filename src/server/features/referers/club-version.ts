import { createHash } from 'node:crypto'

/** What the back office's form shows of a referer, as it is stored. */
const VERSIONED = [
  'name',
  'contactEmail',
  'contactName',
  'fullBusinessName',
  'tradingName',
  'addressLine1',
  'addressLine2',
  'city',
  'postcode',
  'country',
  'companyNumber',
  'vatNumber',
  'isVatRegistered',
  'phoneNumber',
  'commissionBps',
  'discountBps',
] as const

export type Versioned = Record<(typeof VERSIONED)[number], string | number | boolean | null> & {
  bankDetailsSealed: Uint8Array | null
}

/** Names what stands in a referer's fields: a form that was filled before a change carries another version. */
export function clubVersion(referer: Versioned): string {
  const sealed = Buffer.from(referer.bankDetailsSealed ?? []).toString('base64')
  const fields = JSON.stringify([...VERSIONED.map((name) => referer[name]), sealed])
  return createHash('sha256').update(fields).digest('base64url').slice(0, 22)
}
