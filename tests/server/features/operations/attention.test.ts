import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderDocument } from '#server/features/documents/render-document.ts'
import { closeIncident, openIncident } from '#server/features/incidents/incidents.ts'
import { findAttention } from '#server/features/operations/attention.ts'
import { countAttention } from '#server/features/operations/count-attention.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { refererBankColumns } from '#server/features/referers/bank-details.ts'
import { addDays } from '#shared/calendar/durations.ts'
import type { AttentionKind } from '#shared/schemas/attention.ts'
import { makeCommission, makePayout } from '#tests/server/features/commissions/ledger.ts'
import { makeApplication } from '#tests/server/features/referers/applications.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const listed = async (kind: AttentionKind) =>
  (await findAttention(shop.deps)).items.filter((item) => item.kind === kind)

async function paymentOf(orderId: string) {
  return shop.deps.db.payment.findUniqueOrThrow({ where: { orderId }, select: { id: true } })
}

describe('a refund', () => {
  it.each([
    ['waiting', {}, /^Refund of £10\.00 to \S+ waits for Stripe\.$/, /at least once an hour/],
    ['requested', { attempts: 1, lastError: 'No funds.' }, /waits for Stripe: No funds\.$/, /once an hour/],
    ['failed', { lastError: 'the account is closed' }, /failed: the account is closed\.$/, /^Nothing/],
  ] as const)('that is %s stands here until it is settled', async (status, more, what, next) => {
    const { orderId } = await makeBuyer(shop, [1])
    const { id: paymentId } = await paymentOf(orderId)
    const { db, clock } = shop.deps
    const data = { id: `re-${status}`, paymentId, status, amountPence: 1_000, reason: 'x', ...more }
    await db.refund.create({ data: { ...data, createdAt: clock.now() } })
    const [row, ...others] = await listed('refund')
    expect(others).toEqual([])
    expect(row).toMatchObject({ place: { to: 'order', orderId }, canClose: false, dueAt: null })
    expect(row?.what).toMatch(what)
    expect(row?.next).toMatch(next)
    await db.refund.update({
      where: { id: data.id },
      data: { status: 'succeeded', stripeRefundId: `re_${status}` },
    })
    expect(await listed('refund')).toEqual([])
  })

  it('is listed while it is held, and not once an admin has answered', async () => {
    const { orderId } = await makeBuyer(shop, [1])
    const { id: paymentId } = await paymentOf(orderId)
    const { db, clock } = shop.deps
    const refund = { paymentId, amountPence: 500, reason: 'x', createdAt: clock.now() }
    await db.refund.create({ data: { ...refund, id: 'rl', status: 'succeeded', stripeRefundId: 're_look' } })
    await db.refund.create({ data: { ...refund, id: 'rh', status: 'held', lookalikeId: 'rl' } })
    expect(await listed('refund')).toMatchObject([
      { id: 'rh', act: 'Say on the order’s page whether it is the same refund.' },
    ])
    await db.refund.update({ where: { id: 'rh' }, data: { status: 'failed' } })
    const admin = await makeAdmin(shop.deps)
    expect(await listed('refund')).toHaveLength(1)
    const resolved = { resolution: 'dropped', resolvedAt: clock.now(), resolvedById: admin.id } as const
    await db.refund.update({ where: { id: 'rh' }, data: resolved })
    expect(await listed('refund')).toEqual([])
  })
})

describe('a dispute', () => {
  it('is listed with its deadline until it is decided', async () => {
    const { orderId } = await makeBuyer(shop, [2])
    const { id: paymentId } = await paymentOf(orderId)
    const { db, clock } = shop.deps
    const dueAt = addDays(clock.now(), 9)
    const dispute = { id: 'd1', paymentId, stripeDisputeId: 'dp_1', amountPence: 6_000 }
    await db.dispute.create({ data: { ...dispute, openedAt: clock.now(), status: 'inquiry' } })
    expect((await listed('dispute'))[0]?.act).toMatch(/; its deadline stands in Stripe’s dashboard\.$/)
    await db.dispute.update({ where: { id: 'd1' }, data: { status: 'open', dueAt } })
    const [row] = await listed('dispute')
    expect(row).toMatchObject({
      what: expect.stringMatching(/disputes £60\.00\.$/),
      act: 'Answer it on the order’s page before the deadline.',
      dueAt,
      isLate: false,
    })
    await db.dispute.update({ where: { id: 'd1' }, data: { dueAt: clock.now() } })
    expect((await listed('dispute'))[0]).toMatchObject({ act: 'The bank decides.', isLate: true })
    await db.dispute.update({ where: { id: 'd1' }, data: { status: 'won', closedAt: clock.now() } })
    expect(await listed('dispute')).toEqual([])
  })
})

describe('money that cannot be booked', () => {
  it('is listed with the reason until it is booked', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [3] })
    await shop.pay(intentId)
    const broken = { ...shop.deps, config: { ...shop.deps.config, publicUrl: 'not a url' } }
    await expect(syncPayment(broken, intentId)).rejects.toThrow()
    const [row] = await listed('unsettledPayment')
    expect(row).toMatchObject({ place: { to: 'order', orderId }, canClose: true })
    expect(row?.what).toMatch(/could not be booked: ./)
    await syncPayment(shop.deps, intentId)
    expect(await listed('unsettledPayment')).toEqual([])
  })

  it('stays done while it fails as before, and is listed again after a new event at Stripe', async () => {
    const student = await makeStudent(shop.deps)
    const { intentId } = await shop.order({ student, videoIds: [5] })
    await shop.pay(intentId)
    const broken = { ...shop.deps, config: { ...shop.deps.config, publicUrl: 'not a url' } }
    const fail = () => expect(syncPayment(broken, intentId)).rejects.toThrow()
    await fail()
    const { id } = (await listed('unsettledPayment'))[0] ?? { id: '' }
    await closeIncident(shop.deps, { id, adminId: (await makeAdmin(shop.deps)).id })
    await fail()
    expect(await listed('unsettledPayment')).toEqual([])
    shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id)
    await fail()
    expect((await listed('unsettledPayment'))[0]?.what).toMatch(/could not be booked: refund succeeded; ./)
    await syncPayment(shop.deps, intentId)
  })
})

describe('a document whose PDF cannot be made', () => {
  it('is listed by its number until it is made', async () => {
    const { orderId } = await makeBuyer(shop, [4])
    const { db, pool } = shop.deps
    const { id, label } = await db.document.findFirstOrThrow({ where: { orderId } })
    const hurt = (sql: string) =>
      pool.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
    await hurt(`update "Document" set "details" = "details" - 'lines' || '{"kept": 1}' where "id" = '${id}'`)
    const lines = await db.orderLine.findMany({ where: { orderId } })
    await expect(renderDocument(shop.deps, id)).rejects.toThrow()
    expect((await listed('brokenDocument'))[0]?.what).toMatch(new RegExp(`could not be made: ${label}, `))
    const other = await db.document.findFirstOrThrow({ where: { id: { not: id }, kind: 'invoice' } })
    expect(lines).toHaveLength(1)
    await hurt(
      `update "Document" set "details" = (select "details" from "Document" where "id" = '${other.id}') where "id" = '${id}'`,
    )
    await renderDocument(shop.deps, id)
    expect(await listed('brokenDocument')).toEqual([])
  })
})

describe('what only an admin can settle', () => {
  it.each([
    [
      'paymentWithoutOrder',
      'pi_stray',
      'order-1',
      /^Payment pi_stray was taken for an order that did not wait for it/,
    ],
    ['unknownIntent', 'order-2', 'pi_gone', /^Stripe does not know payment pi_gone/],
    ['otherMode', 'events', 'test charge.refunded', /^Events of Stripe’s other mode arrive: test charge/],
    ['otherMode', 'pi_test', 'test', /^Payment pi_test was made in Stripe’s test mode/],
  ] as const)(
    '%s: %s stands here until an admin is done with it, once',
    async (kind, subjectId, detail, what) => {
      await openIncident(shop.deps, { kind, subjectId, detail, reopens: 'never' })
      const [row] = await listed(kind)
      expect(row?.what).toMatch(what)
      expect(row?.canClose).toBe(true)
      const admin = await makeAdmin(shop.deps)
      const id = row?.id ?? ''
      await closeIncident(shop.deps, { id, adminId: admin.id })
      expect(await listed(kind)).toEqual([])
      await expect(closeIncident(shop.deps, { id, adminId: admin.id })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
      expect(await shop.deps.db.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
        { action: 'incident.closed', actorId: admin.id, details: { kind, about: subjectId } },
      ])
    },
  )
})

describe('an email', () => {
  it('that failed or may not have arrived is listed until it is sent again', async () => {
    const { db, clock } = shop.deps
    const mail = (id: string, status: 'failed' | 'unknown') => ({
      id,
      template: 'welcome',
      toAddress: 'lee@example.com',
      props: {},
      status,
      lastError: status === 'failed' ? '550 no such mailbox' : null,
      nextAttemptAt: clock.now(),
      messageId: `<${id}@example.com>`,
      createdAt: clock.now(),
    })
    await db.outboxMessage.createMany({ data: [mail('m1', 'failed'), mail('m2', 'unknown')] })
    const words = (await listed('mail')).map(({ what }) => what).toSorted()
    expect(words).toEqual([
      '“Welcome” to lee@example.com may not have arrived.',
      '“Welcome” to lee@example.com was given up: 550 no such mailbox',
    ])
    await db.outboxMessage.updateMany({ where: { id: { in: ['m1', 'm2'] } }, data: { status: 'queued' } })
    expect(await listed('mail')).toEqual([])
  })

  it('with an expired code says so', async () => {
    const { db, clock } = shop.deps
    await db.outboxMessage.create({
      data: {
        id: 'm3',
        template: 'admin-code',
        toAddress: 'chief@example.com',
        props: {},
        status: 'failed',
        lastError: 'deep in\n550 <chief@example.com>: no such mailbox',
        nextAttemptAt: clock.now(),
        messageId: '<m3@example.com>',
        createdAt: clock.now(),
      },
    })
    expect(await listed('mail')).toMatchObject([
      {
        what: '“Sign-in code of an admin” to chief@example.com was given up: 550 <[address]>: no such mailbox',
        act: expect.stringMatching(/^Nothing to send: its link or code has run out/),
        canClose: true,
      },
    ])
  })
})

describe('a payout', () => {
  it('to unreviewed bank details is listed until they are reviewed', async () => {
    const { db, clock } = shop.deps
    const referer = await makeReferer(shop.deps, { name: 'Hedgerow' })
    const now = clock.now()
    await db.payout.create({
      data: {
        id: 'p1',
        refererId: referer.id,
        quarter: '2026-Q3',
        status: 'pending',
        payoutPence: 1_500,
        vatPence: 0,
        totalPence: 1_500,
        orderCount: 1,
        createdAt: now,
      },
    })
    expect(await listed('payout')).toEqual([])
    const bank = { bankChangedAt: now, bankReviewedAt: addDays(now, -1) }
    await db.referer.update({ where: { id: referer.id }, data: bank })
    expect(await listed('payout')).toMatchObject([
      {
        what: '£15.00 for Hedgerow (2026-Q3): its new bank details were not checked.',
        act: 'Ring them, then mark the bank details as checked.',
        place: null,
      },
    ])
    await db.referer.update({ where: { id: referer.id }, data: { bankReviewedAt: now } })
    expect(await listed('payout')).toEqual([])
    await db.referer.update({ where: { id: referer.id }, data: { vatChangedAt: now } })
    expect(await listed('payout')).toEqual([])
    await db.payout.update({ where: { id: 'p1' }, data: { vatPence: 300, totalPence: 1_800 } })
    expect(await listed('payout')).toMatchObject([
      { what: '£18.00 for Hedgerow (2026-Q3): its new VAT registration was not checked.' },
    ])
    await db.referer.update({ where: { id: referer.id }, data: { vatReviewedAt: now } })
    expect(await listed('payout')).toEqual([])
  })
})

it('counts what waits for clubs too, the applications as one line', async () => {
  const before = await countAttention(shop.deps)
  expect(before).toBeGreaterThanOrEqual((await findAttention(shop.deps)).items.length)
  await makeApplication(shop.deps)
  await makeApplication(shop.deps)
  expect(await countAttention(shop.deps)).toBe(before + 1)
  const { deps } = shop
  const unpayable = await makeReferer(deps)
  await makeCommission(deps, { refererId: unpayable.id, entries: [{ kind: 'earned', pence: 1_500 }] })
  expect(await countAttention(deps), 'no bank details').toBe(before + 2)
  await makePayout(deps, { refererId: unpayable.id, quarter: '2019-Q1', status: 'pending', pence: 1_500 })
  expect(await countAttention(deps), 'a payout to pay').toBe(before + 3)
  const at = new Date('2019-05-01T12:00:00Z')
  const closed = await makeReferer(deps)
  const details = { bankName: null, accountName: 'Club', sortCode: '123456', accountNumber: '01234567' }
  const bank = refererBankColumns(deps, closed.id, details)
  await deps.db.referer.update({ where: { id: closed.id }, data: bank })
  await makeCommission(deps, { refererId: closed.id, at, entries: [{ kind: 'earned', pence: 1_500 }] })
  expect(await countAttention(deps), 'a closed quarter').toBe(before + 4)
})

it('counts without opening bank details: those that cannot be opened are counted too', async () => {
  const { deps } = shop
  const before = await countAttention(deps)
  const referer = await makeReferer(deps, { bankDetailsSealed: Buffer.from('not sealed') })
  await makeCommission(deps, { refererId: referer.id, entries: [{ kind: 'earned', pence: 1_500 }] })
  expect(await countAttention(deps)).toBe(before + 1)
})
