import { expect, it } from 'vitest'
import { refererVersion } from '#server/features/referers/referer-version.ts'

const REFERER = {
  name: 'Hedgerow Flying Club',
  contactEmail: 'secretary@example.com',
  contactName: 'Jo Secretary',
  fullBusinessName: null,
  tradingName: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  postcode: null,
  country: 'United Kingdom',
  companyNumber: null,
  vatNumber: null,
  isVatRegistered: false,
  phoneNumber: null,
  commissionBps: 500,
  discountBps: 1_000,
  bankDetailsSealed: null,
}

it('is the same for the same fields, and differs for any other', () => {
  const changes = [
    { city: 'Byfield' },
    { postcode: 'Byfield' },
    { isVatRegistered: true },
    { discountBps: 1_250 },
    { bankDetailsSealed: new Uint8Array([1, 2]) },
    { bankDetailsSealed: new Uint8Array([1, 3]) },
  ]
  const versions = [REFERER, ...changes.map((change) => ({ ...REFERER, ...change }))].map(refererVersion)
  expect(new Set(versions).size).toBe(versions.length)
  expect(refererVersion({ ...REFERER })).toBe(versions[0])
})
