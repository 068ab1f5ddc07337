import { createHash } from 'node:crypto'

/** The columns that the back office's form writes. */
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

/** A hash of a referer's fields: a form that was loaded before a change sends another version. */
export function refererVersion(referer: Versioned): string {
  const sealed = Buffer.from(referer.bankDetailsSealed ?? []).toString('base64')
  const fields = JSON.stringify([...VERSIONED.map((name) => referer[name]), sealed])
  return createHash('sha256').update(fields).digest('base64url').slice(0, 22)
}
