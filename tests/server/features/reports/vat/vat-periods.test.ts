import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { markPending } from '#server/features/commissions/payouts/reverse-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { findVatPeriod, listVatDocuments, listVatPeriods } from '#server/features/reports/vat/vat-periods.ts'
import { changeStagger, findStagger } from '#server/features/reports/vat/vat-settings.ts'
import type { VatRates } from '#shared/money/vat-rates.ts'
import type { VatSideName } from '#shared/schemas/vat.ts'
import { vatDocumentsOutput, vatPeriodOutput, vatPeriodsOutput } from '#shared/schemas/vat.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { emptyTables } from '#tests/support/database.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let adminId: string
beforeAll(async () => {
  shop = await createTestShop()
  adminId = (await makeAdmin(shop.deps)).id
})
afterAll(() => shop.close())
beforeEach(async () => {
  await emptyTables(shop.deps.db, 'Referer', 'Student', 'Document')
  await shop.deps.db.documentSeries.updateMany({ data: { lastNumber: 0 } })
  shop.deps.clock.set(TEST_NOW)
})

/** The calendar quarter of the tests' clock. */
const PERIOD = '2026-10_2026-12'

const periodOf = async (label = PERIOD) => vatPeriodOutput.parse(await findVatPeriod(shop.deps, label))
const documentsOf = async (side: VatSideName, label = PERIOD) =>
  vatDocumentsOutput.parse(await listVatDocuments(shop.deps, { label, side, page: 0, size: 50 })).documents
const problems = async () => (await periodOf()).problems

async function refund(intentId: string, pence: number): Promise<void> {
  shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id, pence)
  await syncPayment(shop.deps, intentId)
}

const registered = { isVatRegistered: true, vatNumber: 'GB111111162', addressLine1: '1 Field Lane' }
const agreed = { ...registered, selfBillingFrom: new Date('2026-01-01T00:00:00Z') }

/** A payout of £15.00 for Q3, with VAT where the referer is registered, marked as paid. */
async function paidPayout(referer: Parameters<typeof makeReferer>[1]) {
  const { id: refererId, name } = await makeReferer(shop.deps, referer)
  const at = new Date('2026-08-10T09:00:00Z')
  await makeCommission(shop.deps, { refererId, at, entries: [{ kind: 'earned', pence: 1_500 }] })
  await generatePayouts(shop.deps, '2026-Q3')
  const { id: payoutId } = await shop.deps.db.payout.findFirstOrThrow({ where: { refererId } })
  await markPaid(shop.deps, { id: payoutId, adminId, paidAt: null })
  return { payoutId, name }
}

describe('the boxes of a VAT period', () => {
  it('are the invoices less the credit notes, each figure with its documents', async () => {
    const buyer = await makeBuyer(shop, [1])
    await makeBuyer(shop, [2])
    await refund(buyer.intentId, 1_200)
    const { boxes, rates, problems: wrong } = await periodOf()
    expect(wrong).toEqual([])
    expect(boxes).toEqual({ box1: '18.00', box4: '0.00', box5: '18.00', box6: '90.00', box7: '0.00' })
    expect(rates).toEqual([{ vatRate: 0.2, net: '90.00', vat: '18.00' }])
    const documents = await documentsOf('sales')
    expect(documents.map(({ number, vat, gross }) => [number, vat, gross]).toSorted()).toEqual([
      ['CN-000001', '-2.00', '-12.00'],
      ['INV-000001', '10.00', '60.00'],
      ['INV-000002', '10.00', '60.00'],
    ])
  })

  it('take a document in the period of its date, in every stagger', async () => {
    shop.deps.clock.set('2026-11-30T23:30:00Z')
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2026-12-01T00:30:00Z')
    await refund(buyer.intentId, 6_000)
    const box1 = async (label: string) => (await periodOf(label)).boxes.box1
    expect([await box1('2026-11'), await box1('2026-12')]).toEqual(['10.00', '-10.00'])
    expect([await box1('2026-09_2026-11'), await box1('2026-12_2027-02')]).toEqual(['10.00', '-10.00'])
    expect([await box1('2026-10_2026-12'), await box1('2026-11_2027-01')]).toEqual(['0.00', '0.00'])
  })

  it('reclaim on self-billed invoices alone, and show why other purchases are in none', async () => {
    await paidPayout(agreed)
    await paidPayout(registered)
    await paidPayout({})
    const { boxes, problems: wrong } = await periodOf()
    expect(wrong).toEqual([])
    expect(boxes).toMatchObject({ box4: '3.00', box5: '-3.00', box7: '15.00' })
    expect((await documentsOf('purchases')).map(({ kind, vat }) => [kind, vat])).toEqual([
      ['selfBilledInvoice', '3.00'],
    ])
    expect((await documentsOf('outside')).map(({ kind }) => kind).toSorted()).toEqual([
      'commissionStatement',
      'remittanceAdvice',
    ])
  })

  it('take the rate that each document froze, and leave out what was sold without a registration', async () => {
    const { config } = shop.deps
    const number = config.seller.vatNumber
    for (const [rate, vatNumber] of [
      [0.2, number],
      [0.25, number],
      [0, null],
    ] as const) {
      const vatRates: VatRates = [{ from: null, rate }]
      const deps = { ...shop.deps, config: { ...config, vatRates, seller: { ...config.seller, vatNumber } } }
      const student = await makeStudent(deps)
      const { intent } = await createIntent(deps, {
        studentId: student.id,
        videoIds: [1],
        referralCode: null,
      })
      await shop.pay(intent?.intentId ?? '')
      await syncPayment(deps, intent?.intentId ?? '')
    }
    const { boxes, rates } = await periodOf()
    expect(rates).toEqual([
      { vatRate: 0.25, net: '48.00', vat: '12.00' },
      { vatRate: 0.2, net: '50.00', vat: '10.00' },
    ])
    expect(boxes).toMatchObject({ box1: '22.00', box6: '98.00' })
    expect((await documentsOf('outside')).map(({ gross }) => gross)).toEqual(['60.00'])
  })
})

describe('planted errors are named', () => {
  it('a credit note counted twice, one that is missing, and a number that is', async () => {
    const { db } = shop.deps
    const buyer = await makeBuyer(shop, [1])
    await refund(buyer.intentId, 1_200)
    const note = await db.document.findFirstOrThrow({ where: { kind: 'creditNote' } })
    await db.document.create({
      data: { ...note, details: note.details ?? {}, id: 'twice', number: 2, label: 'CN-000002' },
    })
    expect(await problems()).toEqual([
      `Order ${buyer.orderId} was credited £12.00 with £2.00 VAT, and its credit notes are £24.00 with £4.00.`,
      'Numbers of CN run to 1, and 2 documents have one.',
    ])
    await emptyTables(db, 'Document')
    expect(await problems()).toEqual([
      `Order ${buyer.orderId} of £60.00 has no invoice.`,
      'Numbers of CN run to 1, and 0 documents have one.',
      'Numbers of INV run to 1, and 0 documents have one.',
    ])
  })

  it('an order that is other than its invoice', async () => {
    const { orderId } = await makeBuyer(shop, [1])
    await shop.deps.db.order.update({ where: { id: orderId }, data: { exVatPence: 4_900, vatPence: 1_100 } })
    expect(await problems()).toEqual([
      `Order ${orderId} is £60.00 with £11.00 VAT, its invoice £60.00 with £10.00.`,
    ])
  })

  it('a payment to a referer that the bank sent back, and one without a document', async () => {
    const { payoutId, name } = await paidPayout(agreed)
    await markPending(shop.deps, { id: payoutId, adminId })
    const [wrong = ''] = await problems()
    expect(wrong).toMatch(
      new RegExp(`is for Payout 2026-Q3 to ${name}, which is not paid: it is pending\\.$`),
    )
    const { payoutId: other, name: otherName } = await paidPayout({})
    await markPaid(shop.deps, { id: payoutId, adminId, paidAt: null })
    await shop.deps.db.payout.update({
      where: { id: other },
      data: { payoutPence: 1_600, totalPence: 1_600 },
    })
    expect((await problems())[0]).toContain(`Payout 2026-Q3 to ${otherName} is £16.00 with £0.00 VAT, and`)
  })
})

describe('the shop’s own stagger', () => {
  it('is calendar quarters until an admin changes it, which is audited', async () => {
    await makeBuyer(shop, [1])
    expect(await findStagger(shop.deps)).toBe(1)
    await changeStagger(shop.deps, { stagger: 2, adminId })
    const stagger = await findStagger(shop.deps)
    const { periods } = vatPeriodsOutput.parse({ stagger, periods: await listVatPeriods(shop.deps, stagger) })
    expect(periods.map(({ title, isRunning, boxes }) => [title, isRunning, boxes.box1])).toEqual([
      ['November 2026 to January 2027', true, '10.00'],
    ])
    const [entry] = await shop.deps.db.auditEntry.findMany({ where: { action: 'vat.staggerChanged' } })
    expect(entry).toMatchObject({ actorId: adminId, details: { staggerBefore: 1, stagger: 2 } })
  })

  it('refuses what names no period', async () => {
    await expect(findVatPeriod(shop.deps, '2026-Q4')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
