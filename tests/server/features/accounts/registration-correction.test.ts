import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctRegistration } from '#server/features/accounts/email-change.ts'
import { registerStudent } from '#server/features/accounts/registration.ts'
import { isVerified, verifyEmail } from '#server/features/accounts/verification.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { findAddressesOf } from '#server/features/order-admin/order-detail-queries.ts'
import { discardRegistration, eraseStudent } from '#server/features/privacy/erasure.ts'
import { exportData } from '#server/features/privacy/export-data.ts'
import { registerInput } from '#shared/schemas/auth.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const userAgent = 'a test'
const address = '192.0.2.7'

/** A registration at a mistyped address, and the sealed id that its browser keeps. */
async function mistyped(username: string) {
  const wrong = `${username}@exmaple.com`
  const input = registerInput.parse({ username, email: wrong, password: 'go around 27' })
  const { waiting = '' } = await registerStudent(deps, input)
  const correct = (email: string) => correctRegistration(deps, { waiting, email, address })
  return { wrong, right: `${username}@example.com`, waiting, correct }
}

describe('correcting the address of a registration', () => {
  it('keeps the username, revokes the old link and mails a new one', async () => {
    const { wrong, right, waiting, correct } = await mistyped('ada')
    const oldToken = await newestToken(deps, 'verify-email', wrong)
    expect(await correct(right)).toEqual({ success: true })

    await expect(verifyEmail(deps, { token: oldToken, userAgent })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
    })
    const token = await newestToken(deps, 'verify-email', right)
    expect(await verifyEmail(deps, { token, userAgent })).toMatchObject({
      autoLogin: true,
      user: { username: 'ada', email: right },
    })
    expect(await isVerified(deps, waiting)).toBe(true)
  })

  it('mails the new address at once, and nothing more to the old one', async () => {
    const { wrong, right, correct } = await mistyped('bea')
    deps.queue.take('mail.send')
    await correct(right)
    const [mail] = await readOutbox(deps, 'verify-email', right)
    expect(deps.queue.take('mail.send')).toEqual([{ outboxId: mail?.id, isAwaited: true }])
    expect(await deps.db.outboxMessage.count({ where: { toAddress: wrong } })).toBe(1)
  })

  it('is audited, and a security event of the student', async () => {
    const { wrong, right, correct } = await mistyped('cleo')
    await correct(right)
    const { id } = await deps.db.student.findUniqueOrThrow({ where: { emailKey: right } })
    expect(await deps.db.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
      { action: 'student.emailChanged', actorKind: 'student', details: { from: wrong, to: right } },
    ])
    expect(await deps.db.securityEvent.findMany({ where: { subjectId: id } })).toMatchObject([
      { kind: 'email.changed', address },
    ])
  })

  it('leaves the mails of who has the mistyped address out of export, erasure and the back office', async () => {
    const { wrong, right, correct } = await mistyped('dora')
    const { id: refererId } = await makeReferer(deps, { contactEmail: wrong })
    const props = { name: 'Meadow Flyers', unpaidPence: 2_000, hasPortal: true }
    await deps.db.$transaction((tx) =>
      queueMail(tx, deps, { template: 'bank-details-wanted', to: wrong, props }),
    )
    deps.clock.advance(60_000)
    await correct(right)
    const token = await newestToken(deps, 'verify-email', right)
    await verifyEmail(deps, { token, userAgent })
    const { id } = await deps.db.student.findUniqueOrThrow({ where: { emailKey: right } })

    const exported = JSON.stringify(await exportData(deps, id))
    expect(exported).toContain('verify-email')
    expect(exported).not.toContain('Meadow Flyers')
    expect(await findAddressesOf(deps.db, { id, email: right })).toEqual([right])
    await eraseStudent(deps, { studentId: id, actor: { kind: 'student', id } })
    expect(await readOutbox(deps, 'verify-email', wrong)).toEqual([])
    expect(await readOutbox(deps, 'bank-details-wanted', wrong)).toHaveLength(1)
    expect(await deps.db.referer.count({ where: { id: refererId, contactEmail: wrong } })).toBe(1)
  })

  it('is not undone by the mailbox that was mistyped', async () => {
    const { wrong, right, correct } = await mistyped('edna')
    const { id } = await deps.db.student.findUniqueOrThrow({ where: { emailKey: wrong } })
    await correct(right)
    const late = eraseStudent(deps, { studentId: id, actor: { kind: 'student', id }, unverified: wrong })
    await expect(late).rejects.toMatchObject({ code: 'VERIFICATION_LINK_INVALID' })
    expect(await deps.db.student.count({ where: { id, erasedAt: null } })).toBe(1)
  })

  it('refuses an address with an account as registration does, and the same address', async () => {
    const { wrong, correct } = await mistyped('dora')
    const other = await makeStudent(deps)
    await expect(correct(other.email.toUpperCase())).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    await expect(correct(wrong)).rejects.toMatchObject({ code: 'EMAIL_UNCHANGED' })
    expect(await deps.db.student.count({ where: { emailKey: wrong } })).toBe(1)
  })

  it('is over once an address is confirmed or the account is removed, and for what was not sealed here', async () => {
    const { right, correct } = await mistyped('elsa')
    await correct(right)
    await verifyEmail(deps, { token: await newestToken(deps, 'verify-email', right), userAgent })
    await expect(correct('elsewhere@example.com')).rejects.toMatchObject({ code: 'REGISTRATION_OVER' })

    const removed = await mistyped('fay')
    await discardRegistration(deps, await newestToken(deps, 'verify-email', removed.wrong))
    await expect(removed.correct(removed.right)).rejects.toMatchObject({ code: 'REGISTRATION_OVER' })

    const email = 'gina@example.com'
    await expect(correctRegistration(deps, { waiting: 'made up', email, address })).rejects.toMatchObject({
      code: 'REGISTRATION_OVER',
    })
  })

  it('happens five times an hour at most, for a registration and to an address', async () => {
    const { correct } = await mistyped('hal')
    for (const one of [1, 2, 3, 4, 5]) await correct(`hal-${one}@example.com`)
    await expect(correct('hal-6@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' })

    const target = 'one-mailbox@example.com'
    for (const one of [1, 2, 3, 4, 5]) {
      const { correct } = await mistyped(`ida-${one}`)
      await correct(target)
      await correct(`ida-${one}@example.com`)
    }
    const sixth = await mistyped('ida-6')
    await expect(sixth.correct(target)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
