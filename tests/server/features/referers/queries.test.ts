import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealBankDetails } from '#server/features/referers/bank-details.ts'
import { presentApplication, presentReferer } from '#server/features/referers/present.ts'
import {
  findActiveCode,
  findPortalReferer,
  isReferer,
  listApplications,
  listReferers,
  refererVersion,
} from '#server/features/referers/queries.ts'
import { applicationOutput, refererOutput } from '#shared/schemas/admin-reports.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const bank = {
  bankName: 'Bank of the Meadow',
  accountName: 'Meadow Flyers',
  sortCode: '12-34-56',
  accountNumber: '01234567',
}

describe('referers', () => {
  it('find an active code in any letter case, and no ended or unknown one', async () => {
    await makeReferer(deps, { referralCode: 'RUNS1', name: 'Runs' })
    await makeReferer(deps, { referralCode: 'ENDED1', endedAt: deps.clock.now() })
    expect(await findActiveCode(deps.db, ' runs1')).toMatchObject({ code: 'RUNS1', clubName: 'Runs' })
    expect(await findActiveCode(deps.db, 'ENDED1')).toBeNull()
    expect(await findActiveCode(deps.db, 'NOBODY')).toBeNull()
  })

  it('are found by the portal until they end, and always by the back office', async () => {
    const runs = await makeReferer(deps)
    const ended = await makeReferer(deps, { endedAt: deps.clock.now() })
    expect(await findPortalReferer(deps, runs.id)).toMatchObject({ id: runs.id })
    expect(await findPortalReferer(deps, ended.id)).toBeNull()
    expect(await isReferer(deps, ended.id)).toBe(true)
    expect(await isReferer(deps, 'nobody')).toBe(false)
  })

  it('are listed by name with masked bank numbers', async () => {
    const { id } = await makeReferer(deps, { name: 'Aardvark Club', commissionBps: 1_250 })
    await deps.db.referer.update({
      where: { id },
      data: sealBankDetails(deps, { kind: 'Referer', id }, bank),
    })
    const [first, ...others] = (await listReferers(deps)).map(presentReferer)
    expect(refererOutput.parse(first)).toEqual(first)
    expect(first).toMatchObject({
      id,
      bankName: 'Bank of the Meadow',
      accountName: 'Meadow Flyers',
      sortCode: '••-••-56',
      accountNumber: '••••4567',
      commissionPercentage: 12.5,
      discountPercentage: 10,
      endedAt: null,
    })
    expect(others.length).toBeGreaterThan(0)
    expect(others[0]).toMatchObject({ sortCode: null, accountNumber: null, bankName: null })
  })
})

describe('applications', () => {
  it('are listed newest first, without password and with masked bank numbers', async () => {
    for (const [id, createdAt] of [
      ['app-old', '2026-11-01T09:00:00Z'],
      ['app-new', '2026-11-02T09:00:00Z'],
    ] as const) {
      await deps.db.refererApplication.create({
        data: {
          id,
          status: 'pending',
          applicantType: 'organization',
          fullName: 'Jo Field',
          organizationName: 'Meadow Flyers',
          contactEmail: `${id}@example.com`,
          contactEmailKey: `${id}@example.com`,
          passwordHash: 'x',
          phoneNumber: '0100 000000',
          businessName: 'Meadow Flyers',
          isVatRegistered: false,
          businessAddressLine1: '1 Meadow',
          businessCity: 'Town',
          businessPostcode: 'ZZ9 9ZZ',
          businessCountry: 'United Kingdom',
          ...sealBankDetails(deps, { kind: 'RefererApplication', id }, bank),
          termsVersion: '2025-07-01',
          acceptedTermsAt: new Date(createdAt),
          createdAt: new Date(createdAt),
        },
      })
    }
    const shown = (await listApplications(deps)).map(presentApplication)
    expect(shown.map(({ id }) => id)).toEqual(['app-new', 'app-old'])
    // A strict schema: no field beside the declared ones leaves.
    expect(applicationOutput.strict().parse(shown[0])).toMatchObject({
      status: 'pending',
      bankAccountName: 'Meadow Flyers',
      bankSortCode: '••-••-56',
      bankAccountNumber: '••••4567',
      acceptedTerms: true,
    })
  })
})

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

it('the version is the same for the same fields, and differs for any other', () => {
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
