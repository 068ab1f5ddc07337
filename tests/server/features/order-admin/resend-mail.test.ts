import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailReset } from '#server/features/accounts/password-reset.ts'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { resendMail } from '#server/features/order-admin/resend-mail.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

const resend = (outboxId: string, studentId: string) =>
  resendMail(shop.deps, { outboxId, studentId, adminId: admin.id })

const mailsTo = (toAddress: string, template: string) =>
  shop.deps.db.outboxMessage.findMany({ where: { toAddress, template }, orderBy: { id: 'asc' } })

async function confirmationOf(email: string) {
  const [mail] = await mailsTo(email, 'purchase-confirmation')
  if (!mail) throw new Error('Nothing was confirmed')
  return mail
}

describe('sending a mail again', () => {
  it('sends the same text and documents, once a minute at most', async () => {
    const buyer = await makeBuyer(shop, [1])
    const mail = await confirmationOf(buyer.email)
    await Promise.all([resend(mail.id, buyer.id), resend(mail.id, buyer.id)])
    const [first, again, ...more] = await mailsTo(buyer.email, 'purchase-confirmation')
    expect(more).toEqual([])
    expect(again).toMatchObject({ props: first?.props, documentIds: first?.documentIds, status: 'queued' })
    expect(again?.messageId).not.toBe(first?.messageId)
    shop.deps.clock.advance(60_000)
    await resend(mail.id, buyer.id)
    expect(await mailsTo(buyer.email, 'purchase-confirmation')).toHaveLength(3)
    expect(
      await shop.deps.db.auditEntry.count({ where: { subjectId: buyer.id, action: 'mail.resent' } }),
    ).toBe(2)
  })

  it('goes to the current address of the student', async () => {
    const buyer = await makeBuyer(shop, [1])
    const mail = await confirmationOf(buyer.email)
    const email = `new-${buyer.email}`
    await shop.deps.db.student.update({ where: { id: buyer.id }, data: { email, emailKey: email } })
    await shop.deps.db.auditEntry.create({
      data: {
        id: `change-${buyer.id}`,
        at: shop.deps.clock.now(),
        actorKind: 'student',
        actorId: buyer.id,
        action: 'student.emailChanged',
        subjectKind: 'student',
        subjectId: buyer.id,
        details: { from: buyer.email, to: email, askedAt: shop.deps.clock.now().toISOString() },
      },
    })
    await expect(resend(mail.id, buyer.id)).resolves.toEqual({ email })
    expect(await mailsTo(email, 'purchase-confirmation')).toHaveLength(1)
  })

  it('creates a new verification link while the address is not verified', async () => {
    const student = await makeStudent(shop.deps, { verifiedAt: null })
    await shop.deps.db.$transaction((tx) => mailVerification(tx, shop.deps, { student }))
    const [mail] = await mailsTo(student.email, 'verify-email')
    await resend(mail?.id ?? '', student.id)
    expect(await shop.deps.db.oneTimeToken.count({ where: { studentId: student.id, usedAt: null } })).toBe(2)
    await shop.deps.db.student.update({
      where: { id: student.id },
      data: { verifiedAt: shop.deps.clock.now() },
    })
    await expect(resend(mail?.id ?? '', student.id)).rejects.toMatchObject({ code: 'EMAIL_CONFIRMED' })
  })

  it('sends no other link again, and no mail of another student', async () => {
    const buyer = await makeBuyer(shop, [1])
    const other = await makeBuyer(shop, [1])
    const { id: studentId, username: name, email } = buyer
    await shop.deps.db.$transaction((tx) =>
      mailReset(tx, shop.deps, { owner: { studentId }, name, email, dedupeKey: 'reset' }),
    )
    const [reset] = await mailsTo(email, 'password-reset')
    await expect(resend(reset?.id ?? '', studentId)).rejects.toMatchObject({ code: 'MAIL_NOT_REPEATABLE' })
    const theirs = await confirmationOf(other.email)
    await expect(resend(theirs.id, studentId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(resend('none', studentId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
