import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerStudent } from '#server/features/accounts/registration.ts'
import { mailVerification, verifyEmail } from '#server/features/accounts/verification.ts'
import { resolveRefund } from '#server/features/order-admin/resolve-refund.ts'
import { discardRegistration, eraseAccount, eraseStudent } from '#server/features/privacy/erasure.ts'
import { withdrawRequest } from '#server/features/refund-requests/requests.ts'
import { newId } from '#server/infra/ids.ts'
import { registerInput } from '#shared/schemas/auth.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { ask, makeAsker, readRequest } from '#tests/server/features/refund-requests/asked-order.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

describe('an erasure waits for', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop()
  })

  afterAll(() => shop.close())

  const erase = ({ id, password }: MadeStudent) => eraseAccount(shop.deps, { studentId: id, password })

  async function makeErasable() {
    const referer = await makeReferer(shop.deps)
    return { ...(await makeBuyer(shop, [1, 2], referer.code)), referer }
  }

  async function paymentOf(orderId: string): Promise<string> {
    return (await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId }, select: { id: true } })).id
  }

  it.each(['won', 'lost'] as const)('an open dispute, until it is %s', async (status) => {
    const { db, clock } = shop.deps
    const buyer = await makeErasable()
    const dispute = await db.dispute.create({
      data: {
        id: newId(),
        paymentId: await paymentOf(buyer.orderId),
        stripeDisputeId: `dp_${newId()}`,
        status: 'open',
        amountPence: 10_800,
        openedAt: clock.now(),
      },
    })
    await expect(erase(buyer)).rejects.toMatchObject({ code: 'ERASURE_WAITS_FOR_DISPUTE' })
    expect(await db.student.count({ where: { id: buyer.id, erasedAt: null } })).toBe(1)
    await db.dispute.update({ where: { id: dispute.id }, data: { status, closedAt: clock.now() } })
    await expect(erase(buyer)).resolves.toEqual({ success: true })
  })

  it('a pending refund', async () => {
    const { db, clock } = shop.deps
    const buyer = await makeErasable()
    const refund = await db.refund.create({
      data: {
        id: newId(),
        paymentId: await paymentOf(buyer.orderId),
        stripeRefundId: `re_${newId()}`,
        status: 'pending',
        amountPence: 5_000,
        vatPence: 0,
        reason: 'Asked for',
        createdAt: clock.now(),
      },
    })
    await expect(erase(buyer)).rejects.toMatchObject({ code: 'ERASURE_WAITS_FOR_REFUND' })
    await db.refund.update({
      where: { id: refund.id },
      data: { status: 'succeeded', settledAt: clock.now() },
    })
    await expect(erase(buyer)).resolves.toEqual({ success: true })
  })

  it('a failed refund, until an admin resolves it', async () => {
    const { db, clock } = shop.deps
    const buyer = await makeErasable()
    const admin = await makeAdmin(shop.deps)
    const { id: refundId } = await db.refund.create({
      data: {
        id: newId(),
        paymentId: await paymentOf(buyer.orderId),
        stripeRefundId: `re_${newId()}`,
        status: 'failed',
        amountPence: 5_000,
        reason: 'Asked for',
        createdAt: clock.now(),
      },
    })
    await expect(erase(buyer)).rejects.toMatchObject({ code: 'ERASURE_WAITS_FOR_REFUND' })
    const resolution = { refundId, resolution: 'paidOtherwise', note: 'By bank', adminId: admin.id } as const
    await resolveRefund(shop.deps, resolution)
    await expect(erase(buyer)).resolves.toEqual({ success: true })
  })

  it('the money of an order that was cancelled within the 14 days', async () => {
    const buyer = await makeAsker(shop, [1], { hasConsent: false })
    const { requestId } = await ask(shop, buyer, { reason: 'changedMind' })
    await expect(erase(buyer)).rejects.toMatchObject({ code: 'ERASURE_WAITS_FOR_REFUND' })
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'waiting' })
    await withdrawRequest(shop.deps, { studentId: buyer.id, requestId })
    await expect(erase(buyer)).resolves.toEqual({ success: true })
  })

  it('no request about an order that gave the 14 days up: it is withdrawn', async () => {
    const buyer = await makeAsker(shop, [1])
    const { requestId } = await ask(shop, buyer)
    await erase(buyer)
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'withdrawn' })
  })

  it('no unpaid order: it is cancelled, and can no longer be paid', async () => {
    const { db } = shop.deps
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [3] })
    await erase(student)
    expect(await db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      status: 'cancelled',
    })
    await expect(shop.pay(intentId)).rejects.toThrow()
  })

  it('a payment that has just succeeded: its order is fulfilled before anything is erased', async () => {
    const { db } = shop.deps
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [3] })
    await shop.pay(intentId)
    await expect(erase(student)).rejects.toMatchObject({ code: 'ERASURE_WAITS_FOR_PAYMENT' })
    expect(await db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({ status: 'paid' })
    expect(await db.entitlement.count({ where: { studentId: student.id, revokedAt: null } })).toBe(1)
    await expect(erase(student)).resolves.toEqual({ success: true })
  })
})

describe('discardRegistration', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop()
  })

  afterAll(() => shop.close())

  const registration = registerInput.parse({
    username: 'Not-me',
    email: 'owner@example.com',
    password: 'known to the thief 9',
  })

  it('erases an account that the owner of the mailbox did not register, and frees name and address', async () => {
    const { deps } = shop
    await registerStudent(deps, registration)
    const token = await newestToken(deps, 'verify-email', registration.email)
    expect(await discardRegistration(deps, token)).toEqual({ success: true })
    await expect(verifyEmail(deps, { token, userAgent: 'a test' })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
    })
    expect(await registerStudent(deps, registration)).toMatchObject({ success: true })
  })

  it('refuses an account that is verified, also meanwhile', async () => {
    const { deps } = shop
    const student = await makeStudent(deps, { verifiedAt: null })
    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
    const token = await newestToken(deps, 'verify-email', student.email)
    await verifyEmail(deps, { token, userAgent: 'a test' })
    const invalid = { code: 'VERIFICATION_LINK_INVALID' }
    await expect(discardRegistration(deps, token)).rejects.toMatchObject(invalid)
    const actor = { kind: 'student', id: student.id } as const
    await expect(
      eraseStudent(deps, { studentId: student.id, actor, unverified: keyOf(student.email) }),
    ).rejects.toMatchObject(invalid)
    expect(await deps.db.student.count({ where: { id: student.id, erasedAt: null } })).toBe(1)
  })
})
