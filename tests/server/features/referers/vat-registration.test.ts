import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid, payQuarter } from '#server/features/commissions/payouts/pay-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { changeDetails } from '#server/features/referers/change-details.ts'
import { listVatChanges } from '#server/features/referers/queries.ts'
import { reviewVatRegistration, vatChange } from '#server/features/referers/vat-registration.ts'
import { pence } from '#shared/money/money.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { exportSeen, makePayee, QUARTER } from '#tests/server/features/commissions/payout-run.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('vatChange', () => {
  const now = new Date('2026-11-21T10:00:00Z')

  const none = { isVatRegistered: false, vatNumber: null }

  const one = { isVatRegistered: true, vatNumber: 'GB123456782' }

  const other = { isVatRegistered: true, vatNumber: 'GB220430231' }

  const byReferer = { now, isAdmin: false }

  it('counts a new registration from now on, and waits for a review', () => {
    const columns = { vatRegisteredFrom: now, vatChangedAt: now, vatReviewedAt: null }
    expect(vatChange(none, one, byReferer)).toEqual(columns)
  })

  it('is reviewed when an admin writes it', () => {
    expect(vatChange(none, one, { now, isAdmin: true })).toMatchObject({ vatReviewedAt: now })
  })

  it('waits again under another number, and counts from the same day', () => {
    expect(vatChange(one, other, byReferer)).toEqual({ vatChangedAt: now, vatReviewedAt: null })
  })

  it('ignores other spaces in the number', () => {
    expect(vatChange(one, { ...one, vatNumber: '123 4567 82' }, byReferer)).toEqual({})
  })

  it('leaves nothing to review once the registration ends', () => {
    const columns = { vatRegisteredFrom: null, vatChangedAt: null, vatReviewedAt: null }
    expect(vatChange(one, none, byReferer)).toEqual(columns)
    expect(vatChange(none, { ...none, vatNumber: 'GB1' }, byReferer)).toEqual({})
  })
})

let adminId: string

beforeEach(async () => {
  await emptyTables(deps.db, 'Referer', 'Student', 'BankFile', 'OutboxMessage')
})

const AUGUST = new Date('2026-08-20T10:00:00Z')

const register = (refererId: string, vatNumber: string | null = 'GB123456782') =>
  changeDetails(deps, {
    refererId,
    details: {
      contactName: 'Jo Secretary',
      fullBusinessName: null,
      tradingName: null,
      addressLine1: null,
      addressLine2: null,
      city: null,
      postcode: null,
      country: 'United Kingdom',
      companyNumber: null,
      phoneNumber: null,
      isVatRegistered: vatNumber !== null,
      vatNumber,
    },
  })

const check = async (id: string) => {
  const [change] = await listVatChanges(deps)
  await reviewVatRegistration(deps, { id, changedAt: change?.vatChangedAt ?? new Date(0), adminId })
}

/** £20.00 earned before the referer registered on 20 August, £10.00 after. */
async function registeredInAugust() {
  const referer = await makePayee(deps, { pence: 2_000 })
  const now = deps.clock.now()
  deps.clock.set(AUGUST.toISOString())
  await register(referer.id)
  deps.clock.set(now.toISOString())
  const at = new Date('2026-09-01T10:00:00Z')
  await makeCommission(deps, { refererId: referer.id, at, entries: [{ kind: 'earned', pence: 1_000 }] })
  await generatePayouts(deps, QUARTER)
  const [payout] = await listPayouts(deps, referer.id)
  if (!payout) throw new Error('There is no payout')
  return { ...referer, payout }
}

beforeAll(async () => {
  adminId = (await makeAdmin(deps)).id
})

describe('a VAT registration in the portal', () => {
  it('is mailed to the instructor, and adds VAT only to later commission', async () => {
    const { id, payout, name } = await registeredInAugust()
    expect(payout).toMatchObject({ payoutPence: 3_000, vatPence: 200, totalPence: 3_200 })
    const mails = await readOutbox(deps, 'vat-registration-waiting', deps.config.seller.email)
    expect(mails.map(({ props }) => props)).toMatchObject([
      { name, vatNumber: 'GB123456782', at: AUGUST.toISOString() },
    ])
    expect(await listVatChanges(deps)).toMatchObject([{ id, vatNumber: 'GB123456782', vatChangedAt: AUGUST }])
  })

  it('blocks every way to pay a payout with VAT until it is reviewed', async () => {
    const { id, payout } = await registeredInAugust()
    const unreviewed = { code: 'VAT_CHANGE_UNREVIEWED' }
    const pay = () => markPaid(deps, { id: payout.id, adminId, paidAt: null })
    await expect(pay()).rejects.toMatchObject(unreviewed)
    const file = await exportSeen(deps, adminId)
    expect(file).toMatchObject({ payouts: 0, refused: [{ id: payout.id, problem: 'vatUnreviewed' }] })
    await check(id)
    expect(await listVatChanges(deps)).toEqual([])
    expect(await exportSeen(deps, adminId)).toMatchObject({ payouts: 1, totalPence: 3_200 })
    // Another number after the bank file blocks the payout until it is reviewed too.
    await register(id, 'GB220430231')
    const run = {
      quarterYear: QUARTER,
      payoutIds: [payout.id],
      totalPence: pence(3_200),
      paidAt: null,
      adminId,
    }
    await expect(payQuarter(deps, run)).rejects.toMatchObject(unreviewed)
    await check(id)
    expect(await payQuarter(deps, run)).toMatchObject({ paid: 1 })
  })

  it('has lines of its own on the document for earlier commission', async () => {
    const { id, payout } = await registeredInAugust()
    await check(id)
    await markPaid(deps, { id: payout.id, adminId, paidAt: null })
    const document = await deps.db.document.findUniqueOrThrow({ where: { payoutId: payout.id } })
    expect(document.details).toMatchObject({
      lines: [
        { description: 'Commission on first orders, Q3 2026', netPence: 1_000 },
        {
          description: 'Commission on first orders, Q3 2026, before your registration for VAT',
          netPence: 2_000,
          hasVat: false,
        },
      ],
      totals: { netPence: 3_000, vatPence: 200, grossPence: 3_200 },
    })
  })

  it('does not block a payout without VAT', async () => {
    const referer = await makePayee(deps, { pence: 2_000 })
    await generatePayouts(deps, QUARTER)
    await register(referer.id)
    const [payout] = await listPayouts(deps, referer.id)
    expect(payout).toMatchObject({ vatPence: 0 })
    const paid = await markPaid(deps, { id: payout?.id ?? '', adminId, paidAt: null })
    expect(paid).toMatchObject({ status: 'paid', totalPence: 2_000 })
  })

  it('adds no VAT once it ends', async () => {
    const { id, payout } = await registeredInAugust()
    await register(id, null)
    expect(await listVatChanges(deps)).toEqual([])
    await expect(markPaid(deps, { id: payout.id, adminId, paidAt: null })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await listPayouts(deps, id)).toMatchObject([{ payoutPence: 3_000, vatPence: 0 }])
  })
})

it('reviewVatRegistration refuses a change that is not the last', async () => {
  const { id } = await registeredInAugust()
  const old = new Date('2026-01-01T00:00:00Z')
  const stale = reviewVatRegistration(deps, { id, changedAt: old, adminId })
  await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' })
  const unknown = reviewVatRegistration(deps, { id: 'nobody', changedAt: AUGUST, adminId })
  await expect(unknown).rejects.toMatchObject({ code: 'REFERER_NOT_FOUND' })
  expect(await listVatChanges(deps)).toHaveLength(1)
})
