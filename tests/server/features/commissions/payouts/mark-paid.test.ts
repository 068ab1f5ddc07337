import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EMAIL_PROPS } from '#emails/props.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { type MarkInput, markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { openPayoutDocument } from '#server/features/commissions/payouts/payout-documents.ts'
import { markPending } from '#server/features/commissions/payouts/reverse-payments.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { wordsOf } from '#tests/server/features/documents/pdf/sample-documents.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(() => deps.clock.set(TEST_NOW))

const registered = { isVatRegistered: true, vatNumber: 'GB111111162', addressLine1: '1 Meadow Lane' }
const agreed = {
  ...registered,
  selfBillingFrom: new Date('2026-11-01T00:00:00Z'),
  selfBillingUntil: new Date('2027-11-01T00:00:00Z'),
}

/** A payout of £15.00 for Q3, £5.00 of it carried over from Q2. */
async function withPayout(overrides: Partial<Prisma.RefererUncheckedCreateInput> = {}) {
  const referer = await makeReferer(deps, { bankAccountEnding: '4567', ...overrides })
  const sales = [
    [500, '2026-05-10T09:00:00Z'],
    [1_000, '2026-08-10T09:00:00Z'],
  ] as const
  for (const [amount, at] of sales) {
    await makeCommission(deps, {
      refererId: referer.id,
      at: new Date(at),
      entries: [{ kind: 'earned', pence: amount }],
    })
  }
  await generatePayouts(deps, '2026-Q3')
  const [payout] = await listPayouts(deps, referer.id)
  return { ...referer, payoutId: payout?.id ?? '' }
}

const pay = (id: string, paidAt: Date | null = null, how: Partial<MarkInput> = {}) =>
  markPaid(deps, { id, adminId, paidAt, ...how })
const documentOf = (payoutId: string) => deps.db.document.findUnique({ where: { payoutId } })
const audited = (subjectId: string) =>
  deps.db.auditEntry.findMany({
    where: { subjectId },
    orderBy: { id: 'asc' },
    select: { action: true, actorId: true },
  })

describe('markPaid', () => {
  it('stores the day, number, mail and audit entry of a payout', async () => {
    const { payoutId, email, id: refererId } = await withPayout()
    const before = await deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'payout' } })
    const paidAt = new Date('2026-11-20T15:00:00Z')
    expect(await pay(payoutId, paidAt)).toMatchObject({ id: payoutId, status: 'paid', paidAt })
    const document = await documentOf(payoutId)
    expect(document).toMatchObject({
      number: before.lastNumber + 1,
      kind: 'commissionStatement',
      refererId,
      issuedAt: deps.clock.now(),
    })
    expect(await audited(payoutId)).toEqual([{ action: 'payout.paid', actorId: adminId }])
    const [mail, ...others] = await readOutbox(deps, 'payout-paid', email)
    expect(others).toEqual([])
    const props = EMAIL_PROPS['payout-paid'].omit({ site: true }).parse(mail?.props)
    expect(props).toMatchObject({
      quarter: '2026-Q3',
      orderCount: 2,
      payoutPence: 1_500,
      vatPence: 0,
      totalPence: 1_500,
      paidAt: paidAt.toISOString(),
      accountEnding: '4567',
      document: 'commission-statement',
      documentNumber: document?.label,
    })
    const row = await deps.db.outboxMessage.findUniqueOrThrow({ where: { id: mail?.id ?? '' } })
    expect(row.documentIds).toEqual([document?.id])
  })

  it('stores no future day', async () => {
    const { payoutId } = await withPayout()
    const tomorrow = new Date('2026-11-22T10:00:00Z')
    expect(await pay(payoutId, tomorrow)).toMatchObject({ paidAt: deps.clock.now() })
  })

  it('stores how it was paid where the admin says so and it is in no file', async () => {
    const said = await withPayout()
    const note = { paidHow: 'other', paidNote: 'Cheque 000123' } as const
    expect(await pay(said.payoutId, null, note)).toMatchObject(note)
    const [entry] = await deps.db.auditEntry.findMany({ where: { subjectId: said.payoutId } })
    expect(entry?.details).toMatchObject({ how: 'other', note: 'Cheque 000123' })
    const unsaid = await withPayout()
    expect(await pay(unsaid.payoutId)).toMatchObject({ paidHow: null, paidNote: null })
    const none = await withPayout()
    await expect(pay(none.payoutId, null, { paidHow: 'bankFile' })).rejects.toMatchObject({
      code: 'PAYOUT_NOT_IN_FILE',
    })
    await deps.db.payout.update({ where: { id: none.payoutId }, data: { exportedAt: deps.clock.now() } })
    expect(await pay(none.payoutId)).toMatchObject({ paidHow: 'bankFile' })
    expect(await markPending(deps, { id: none.payoutId, adminId })).toMatchObject({ paidHow: null })
  })

  it('changes nothing when repeated, and pays once in ten concurrent requests', async () => {
    const { payoutId, email } = await withPayout()
    const before = await deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'payout' } })
    const paid = await Promise.all(Array.from({ length: 10 }, () => pay(payoutId)))
    for (const row of paid) expect(row).toMatchObject({ status: 'paid', paidAt: deps.clock.now() })
    deps.clock.advance(60_000)
    expect(await pay(payoutId)).toEqual(paid[0])
    expect(await audited(payoutId)).toHaveLength(1)
    expect(await readOutbox(deps, 'payout-paid', email)).toHaveLength(1)
    const after = await deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'payout' } })
    expect(after.lastNumber).toBe(before.lastNumber + 1)
  })

  it('refuses an unknown payout', async () => {
    await expect(pay('nothing')).rejects.toMatchObject({ code: 'PAYOUT_NOT_FOUND' })
    await expect(markPending(deps, { id: 'nothing', adminId })).rejects.toMatchObject({
      code: 'PAYOUT_NOT_FOUND',
    })
  })

  it.each([
    ['of the unregistered', {}, 'commissionStatement'],
    ['under an agreement in force', agreed, 'selfBilledInvoice'],
    ['of the registered without one', registered, 'remittanceAdvice'],
    ['after its end', { ...agreed, selfBillingUntil: new Date(TEST_NOW) }, 'remittanceAdvice'],
    [
      'before its start',
      { ...agreed, selfBillingFrom: new Date('2026-11-22T00:00:00Z') },
      'remittanceAdvice',
    ],
    ['without an address to print', { ...agreed, addressLine1: null }, 'remittanceAdvice'],
    ['without a VAT number to print', { ...agreed, vatNumber: null }, 'remittanceAdvice'],
  ])('numbers the right document: %s', async (_case, overrides, kind) => {
    const { payoutId } = await withPayout(overrides)
    await pay(payoutId)
    expect(await documentOf(payoutId)).toMatchObject({ kind })
  })

  it('makes a payout again instead where the VAT registration has changed', async () => {
    const { payoutId, id } = await withPayout()
    await deps.db.referer.update({ where: { id }, data: registered })
    await expect(pay(payoutId)).rejects.toMatchObject({ code: 'CONFLICT' })
    const [remade] = await listPayouts(deps, id)
    expect(remade).toMatchObject({ status: 'pending', payoutPence: 1_500, vatPence: 300 })
    expect(await pay(remade?.id ?? '')).toMatchObject({ status: 'paid', totalPence: 1_800 })
    await expect(pay(payoutId)).rejects.toMatchObject({ code: 'PAYOUT_VOID' })
  })
})

describe('markPending', () => {
  it('reverses the payment and keeps the number for the next one', async () => {
    const { payoutId, id: refererId, email } = await withPayout()
    await pay(payoutId)
    const first = await documentOf(payoutId)
    expect(await markPending(deps, { id: payoutId, adminId })).toMatchObject({
      status: 'pending',
      paidAt: null,
    })
    expect(await markPending(deps, { id: payoutId, adminId })).toMatchObject({ status: 'pending' })
    const unknown = { code: 'INVOICE_NOT_FOUND' }
    await expect(openPayoutDocument(deps, { payoutId, refererId })).rejects.toMatchObject(unknown)
    deps.clock.set('2026-11-24T10:00:00Z')
    await pay(payoutId)
    expect(await documentOf(payoutId)).toEqual(first)
    expect(await audited(payoutId)).toMatchObject([
      { action: 'payout.paid' },
      { action: 'payout.pending' },
      { action: 'payout.paid' },
    ])
    // The first mail was still queued, about a payment that was reversed.
    const mails = await readOutbox(deps, 'payout-paid', email)
    expect(mails.map(({ props }) => props.paidAt)).toEqual(['2026-11-24T10:00:00.000Z'])
  })

  it('does not withdraw a sent mail, and sends none again for the same day', async () => {
    const { payoutId, email } = await withPayout()
    const day = new Date('2026-11-19T12:00:00Z')
    const again = async (paidAt: Date) => {
      await deps.db.outboxMessage.updateMany({ where: { toAddress: email }, data: { status: 'sent' } })
      await markPending(deps, { id: payoutId, adminId })
      await pay(payoutId, paidAt)
      return (await readOutbox(deps, 'payout-paid', email)).length
    }
    await pay(payoutId, day)
    expect(await again(day)).toBe(1)
    expect(await again(new Date('2026-11-20T12:00:00Z'))).toBe(2)
  })
})

describe('the document of a paid payout', () => {
  it('opens for its own referer alone, with the sums of the payout', async () => {
    const { payoutId, id: refererId, name } = await withPayout(agreed)
    await pay(payoutId)
    const document = await documentOf(payoutId)
    const { filename, content } = await openPayoutDocument(deps, { payoutId, refererId })
    expect(filename).toBe(`${document?.label}.pdf`)
    const words = (await wordsOf(content)).join(' ')
    expect(words).toContain('Self-billing invoice')
    expect(words).toContain(`Supplier ${name} 1 Meadow Lane United Kingdom VAT number GB111111162`)
    expect(words).toContain('Commission on first orders, Q2 2026, carried forward 1 order £5.00 20% £5.00')
    expect(words).toContain('Commission on first orders, Q3 2026 1 order £10.00 20% £10.00')
    expect(words).toContain('Total paid £18.00')
    expect(words).toContain('The VAT shown is your output tax due to HMRC.')
    const other = await makeReferer(deps)
    await expect(openPayoutDocument(deps, { payoutId, refererId: other.id })).rejects.toMatchObject({
      code: 'INVOICE_NOT_FOUND',
    })
  })

  it('keeps its content from the first payment, whatever changes later', async () => {
    const { payoutId, id: refererId } = await withPayout(agreed)
    await pay(payoutId)
    const first = await openPayoutDocument(deps, { payoutId, refererId })
    await deps.db.referer.update({ where: { id: refererId }, data: { name: 'Other', vatNumber: 'GB9' } })
    expect(await openPayoutDocument(deps, { payoutId, refererId })).toEqual(first)
  })
})
