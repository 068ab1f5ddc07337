import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { presentCheckout } from '#server/features/checkout/present.ts'
import { recordDetails } from '#server/features/checkout/record-details.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { openVideo } from '#server/features/playback/media-grants.ts'
import { sendReminders } from '#server/features/reminders/send-reminders.ts'
import { currentConsentVersion, renewalConsentVersion } from '#shared/messages/checkout.ts'
import { pence } from '#shared/money/money.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { type MadeStudent, makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

// Bought at 10:00 on 21 November, three months end at 10:00 on 21 February, twelve on 21 November.
const FIRST_END = '2027-02-21T10:00:00.000Z'
const RENEWED_END = '2027-05-21T09:00:00.000Z'

const wish = (student: MadeStudent, videoIds: number[], referralCode: string | null = null) => ({
  studentId: student.id,
  videoIds,
  referralCode,
})

async function buy(student: MadeStudent, videoIds: number[]) {
  const order = await shop.order({ student, videoIds })
  await shop.pay(order.intentId)
  await syncPayment(shop.deps, order.intentId)
  return order
}

async function termsOf(student: MadeStudent) {
  const rows = await shop.deps.db.entitlement.findMany({
    where: { studentId: student.id },
    orderBy: [{ startsAt: 'asc' }, { videoId: 'asc' }],
  })
  return rows.map(({ videoId, startsAt, expiresAt, revokedAt }) => ({
    videoId,
    from: startsAt.toISOString(),
    to: expiresAt.toISOString(),
    isRevoked: revokedAt !== null,
  }))
}

async function openNow(student: MadeStudent, videoId: number) {
  const { sessionId } = await makeSession(shop.deps, { studentId: student.id })
  return openVideo(shop.deps, { studentId: student.id, sessionId, videoId, playSession: null })
}

async function refund(orderId: string) {
  const { id: adminId } = await makeAdmin(shop.deps)
  const lines = await shop.deps.db.orderLine.findMany({ where: { orderId }, select: { id: true } })
  const wanted = { lineIds: lines.map(({ id }) => id) }
  await refundOrder(shop.deps, {
    orderId,
    wish: wanted,
    reason: 'By mistake',
    adminId,
    seenBackPence: pence(0),
  })
}

describe('a video that closes soon', () => {
  it('is refused as owned before the fourteenth day', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-06T23:59:59.000Z')
    await expect(createIntent(shop.deps, wish(buyer, [1]))).rejects.toMatchObject({ code: 'ALREADY_OWNED' })
  })

  it('is bought again with an order and an invoice of its own, from where its access ends', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-07T00:00:00.000Z')
    const checkout = await presentCheckout(shop.deps, await createIntent(shop.deps, wish(buyer, [1])))
    expect(checkout).toMatchObject({
      total: '60.00',
      renewals: [{ videoId: 1, startsAt: new Date(FIRST_END), closesAt: new Date(RENEWED_END) }],
    })
    const { orderId } = await buy(buyer, [1])
    expect(await termsOf(buyer)).toEqual([
      { videoId: 1, from: TEST_NOW, to: FIRST_END, isRevoked: false },
      { videoId: 1, from: FIRST_END, to: RENEWED_END, isRevoked: false },
    ])
    expect(await shop.deps.db.document.count({ where: { orderId, kind: 'invoice' } })).toBe(1)
    const [, mail] = await readOutbox(shop.deps, 'purchase-confirmation', buyer.email)
    expect(mail?.props.videos).toMatchObject([{ startsAt: FIRST_END, expiresAt: RENEWED_END }])
    await expect(createIntent(shop.deps, wish(buyer, [1]))).rejects.toMatchObject({ code: 'ALREADY_OWNED' })
  })

  it('is agreed to in the words for renewals, and what is new in the plain ones', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    const agree = (orderId: string, wordingVersion: string) =>
      recordDetails(shop.deps, {
        studentId: buyer.id,
        details: { orderId, consent: { immediateAccess: true, wordingVersion }, buyer: null, noNews: false },
      })
    const refusal = { code: 'CONSENT_REQUIRED' }
    const fresh = await shop.order({ student: buyer, videoIds: [2] })
    await expect(agree(fresh.orderId, renewalConsentVersion)).rejects.toMatchObject(refusal)
    await agree(fresh.orderId, currentConsentVersion)
    const { orderId } = await shop.order({ student: buyer, videoIds: [1, 2] })
    await expect(agree(orderId, currentConsentVersion)).rejects.toMatchObject(refusal)
    await agree(orderId, renewalConsentVersion)
    // The page was opened before the old term ended.
    shop.deps.clock.set(FIRST_END)
    await agree(orderId, renewalConsentVersion)
  })

  it('is open without a break, through the old term and then the new one', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    await buy(buyer, [1])
    expect(await openNow(buyer, 1)).toMatchObject({ hasAccess: true, expiresAt: RENEWED_END })
    shop.deps.clock.set(FIRST_END)
    expect(await openNow(buyer, 1)).toMatchObject({ hasAccess: true, expiresAt: RENEWED_END })
    shop.deps.clock.set(RENEWED_END)
    expect(await openNow(buyer, 1)).toMatchObject({ hasAccess: false })
  })

  it('has a new term from the payment where it closed before that', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-21T09:59:00Z')
    const { intentId } = await shop.order({ student: buyer, videoIds: [1] })
    shop.deps.clock.set('2027-02-21T10:01:00Z')
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    expect((await termsOf(buyer))[1]).toMatchObject({
      from: '2027-02-21T10:01:00.000Z',
      to: '2027-05-21T09:01:00.000Z',
    })
  })

  it('is reminded of with its price, and no more once it was renewed', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-01-22T10:00:00Z')
    await sendReminders(shop.deps)
    shop.deps.clock.set('2027-02-14T10:00:00Z')
    await sendReminders(shop.deps)
    const mails = await readOutbox(shop.deps, 'access-expiring', buyer.email)
    expect(mails.map(({ props }) => props.videos)).toMatchObject([
      [{ pricePence: 6_000, renewableFrom: '2027-02-07T00:00:00.000Z' }],
      [{ pricePence: 6_000 }],
    ])
    expect(mails[1]?.props.videos).not.toHaveProperty('0.renewableFrom')
    await buy(buyer, [1])
    shop.deps.clock.set('2027-02-20T12:00:00Z')
    await sendReminders(shop.deps)
    expect(await readOutbox(shop.deps, 'access-expiring', buyer.email)).toHaveLength(2)
  })
})

describe('two renewals at once', () => {
  it('are one order, one payment and one term', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    const wishes = Array.from({ length: 6 }, () => createIntent(shop.deps, wish(buyer, [1])))
    const intents = new Set((await Promise.all(wishes)).map(({ intent }) => intent?.intentId ?? ''))
    expect(intents.size).toBe(1)
    const [intentId = ''] = intents
    await shop.pay(intentId)
    await Promise.all([1, 2, 3, 4].map(() => syncPayment(shop.deps, intentId)))
    expect(await termsOf(buyer)).toHaveLength(2)
  })

  it('are one term where there is nothing to pay', async () => {
    const buyer = await makeBuyer(shop, [1])
    const { code } = await makeReferer(shop.deps, { discountBps: 10_000 })
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    const wishes = Array.from({ length: 6 }, () => createIntent(shop.deps, wish(buyer, [1], code)))
    await Promise.allSettled(wishes)
    expect(await termsOf(buyer)).toMatchObject([{ to: FIRST_END }, { from: FIRST_END, to: RENEWED_END }])
  })

  it('refund what was paid for an older cart after the renewal', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    const older = await shop.order({ student: buyer, videoIds: [1, 2] })
    await shop.pay(older.intentId)
    await buy(buyer, [1]).catch(() => null)
    await syncPayment(shop.deps, older.intentId)
    const renewals = (await termsOf(buyer)).filter(({ videoId, from }) => videoId === 1 && from === FIRST_END)
    expect(renewals.filter(({ isRevoked }) => !isRevoked)).toHaveLength(1)
  })
})

describe('the whole set', () => {
  const ALL = [1, 2, 3, 4, 5, 6, 7]

  it('is renewed at its price and for its term', async () => {
    const buyer = await makeBuyer(shop, ALL)
    shop.deps.clock.set('2027-11-10T10:00:00Z')
    const { order } = await createIntent(shop.deps, wish(buyer, ALL))
    expect(order).toMatchObject({ totalPence: 34_000, isBundle: true, collectionDiscount: 'bundle' })
    await buy(buyer, ALL)
    const renewed = (await termsOf(buyer)).slice(7)
    expect(new Set(renewed.map(({ from, to }) => `${from} ${to}`))).toEqual(
      new Set(['2027-11-21T10:00:00.000Z 2028-11-21T10:00:00.000Z']),
    )
  })

  it('is not completed by a renewal, and its discount is kept for what completes it', async () => {
    const buyer = await makeBuyer(shop, [1, 2, 3, 4, 5, 6])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    const renewal = await createIntent(shop.deps, wish(buyer, [1]))
    expect(renewal.order).toMatchObject({ totalPence: 6_000, collectionDiscount: 'none' })
    const both = await createIntent(shop.deps, wish(buyer, [1, 7]))
    expect(both.order).toMatchObject({ collectionDiscount: 'completion', isBundle: false })
  })

  it('begins at the payment for what is new, beside what is renewed', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    await buy(buyer, [1, 2])
    expect((await termsOf(buyer)).slice(1)).toMatchObject([
      { videoId: 2, from: '2027-02-20T10:00:00.000Z', to: '2027-05-20T09:00:00.000Z' },
      { videoId: 1, from: FIRST_END, to: RENEWED_END },
    ])
  })
})

describe('a refund', () => {
  it('of the renewal ends the renewal alone', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    const { orderId } = await buy(buyer, [1])
    await refund(orderId)
    expect(await termsOf(buyer)).toMatchObject([{ isRevoked: false }, { isRevoked: true }])
    expect(await openNow(buyer, 1)).toMatchObject({ hasAccess: true, expiresAt: FIRST_END })
    const [mail] = await readOutbox(shop.deps, 'payment-refunded', buyer.email)
    expect(mail?.props).toMatchObject({ hasAccessEnded: false })
    expect((await createIntent(shop.deps, wish(buyer, [1]))).order.totalPence).toBe(6_000)
  })

  it('of the first purchase leaves the renewal its days', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-20T10:00:00Z')
    await buy(buyer, [1])
    await refund(buyer.orderId)
    expect(await openNow(buyer, 1)).toMatchObject({ hasAccess: false })
    shop.deps.clock.set(FIRST_END)
    expect(await openNow(buyer, 1)).toMatchObject({ hasAccess: true, expiresAt: RENEWED_END })
  })

  it('of the first purchase lets the film be bought for the days between', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.set('2027-02-10T10:00:00Z')
    await buy(buyer, [1])
    await refund(buyer.orderId)
    await buy(buyer, [1])
    expect((await termsOf(buyer)).at(1)).toMatchObject({ from: '2027-02-10T10:00:00.000Z', isRevoked: false })
  })
})

it('shows a visitor without a purchase no renewal', async () => {
  const student = await makeStudent(shop.deps)
  const checkout = await presentCheckout(shop.deps, await createIntent(shop.deps, wish(student, [1])))
  expect(checkout).not.toHaveProperty('renewals')
})
