import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { confirmEmailChange, correctEmail } from '#server/features/accounts/email-change.ts'
import { mailVerification, verifyEmail } from '#server/features/accounts/verification.ts'
import { outboxRow } from '#server/features/mail/outbox.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
let admin: MadeAdmin
beforeAll(async () => {
  deps = await createTestDeps()
  admin = await makeAdmin(deps)
})
afterAll(() => deps.close())

/** A student with a mistyped address, to which a token was mailed. */
async function mistyped(): Promise<MadeStudent> {
  const student = await makeStudent(deps, { verifiedAt: null })
  await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
  return student
}

async function tokenMailedTo(address: string, template = 'verify-email'): Promise<string> {
  const { id, secretsSealed } = await deps.db.outboxMessage.findFirstOrThrow({
    where: { toAddress: address, template },
  })
  if (!secretsSealed) throw new Error('The token is erased')
  const props = JSON.parse(deps.seal.open(secretsSealed, outboxRow(id)))
  return z.object({ token: z.string() }).parse(props).token
}

const correct = ({ id }: { id: string }, email: string) =>
  correctEmail(deps, { studentId: id, email, adminId: admin.id })

describe('correcting a mistyped address', () => {
  it('mails a new token to the right mailbox and revokes the old one', async () => {
    const student = await mistyped()
    const right = `right-${student.email}`
    const oldToken = await tokenMailedTo(student.email)
    await expect(correct(student, right)).resolves.toEqual({ email: right })

    const userAgent = 'a test'
    await expect(verifyEmail(deps, { token: oldToken, userAgent })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
    })
    await expect(verifyEmail(deps, { token: await tokenMailedTo(right), userAgent })).resolves.toMatchObject({
      user: { id: student.id, email: right },
    })
    expect(
      await deps.db.auditEntry.findMany({ where: { subjectId: student.id, actorId: admin.id } }),
    ).toMatchObject([{ action: 'student.emailChanged', details: { from: student.email, to: right } }])
  })

  it('happens once for simultaneous requests', async () => {
    const student = await mistyped()
    const right = `once-${student.email}`
    const answers = await Promise.allSettled([1, 2].map(() => correct(student, right)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await deps.db.outboxMessage.count({ where: { toAddress: right } })).toBe(1)
    await expect(correct(student, right)).rejects.toMatchObject({ code: 'EMAIL_UNCHANGED' })
  })

  it('moves a verified account when the new address is confirmed, and tells the old one twice', async () => {
    const student = await makeStudent(deps)
    const right = `moved-${student.email}`
    await expect(correct(student, right)).resolves.toEqual({ email: right })
    const emailOf = async () => (await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })).email
    expect(await emailOf()).toBe(student.email)

    const token = await tokenMailedTo(right, 'email-change')
    await confirmEmailChange(deps, { token, session: null })
    expect(await emailOf()).toBe(right)
    const notices = await readOutbox(deps, 'email-changed', student.email)
    expect(notices.map(({ props }) => props)).toMatchObject([
      { stage: 'asked', by: 'seller' },
      { stage: 'done' },
    ])
    expect(
      await deps.db.auditEntry.findMany({ where: { subjectId: student.id, actorId: admin.id } }),
    ).toMatchObject([{ action: 'student.emailCorrected', details: { from: student.email, to: right } }])
  })

  it('refuses a verified account an address that has another one', async () => {
    const [student, other] = [await makeStudent(deps), await makeStudent(deps)]
    await expect(correct(student, other.email)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    expect(await readOutbox(deps, 'email-changed', student.email)).toEqual([])
  })

  it('refuses an address with an account, and an unknown account', async () => {
    const student = await mistyped()
    const other = await makeStudent(deps)
    await expect(correct(student, other.email.toUpperCase())).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    await expect(correct({ id: 'unknown' }, 'a@example.com')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
