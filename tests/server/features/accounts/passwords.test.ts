import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeEmail } from '#server/features/accounts/email-change.ts'
import { mailReset } from '#server/features/accounts/password-reset.ts'
import { changePassword, checkPassword, refuseCommonPassword } from '#server/features/accounts/passwords.ts'
import { findResetToken, findSession } from '#server/features/accounts/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeStudent, makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('refuseCommonPassword', () => {
  it.each([
    'password1',
    'PASSWORD1',
    'Sunshine',
    '12345678',
    ' '.repeat(8),
    ' \u00A0\t ',
    'ж'.repeat(9),
    '🛩'.repeat(8),
    'Ground-School 2026!',
  ])('refuses %j', async (password) => {
    await expect(refuseCommonPassword(password)).rejects.toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
  })

  it.each(['crosswind landing 27', 'ground school crosswind'])('accepts %j', async (password) => {
    await expect(refuseCommonPassword(password)).resolves.toBeUndefined()
  })
})

const check = (studentId: string, password: string) => checkPassword(deps, { studentId, password })

it('checkPassword finds a student by the password, and refuses other passwords and erased students', async () => {
  const student = await makeStudent(deps)
  const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
  expect(await check(student.id, student.password)).toMatchObject({ id: student.id, email: student.email })
  await expect(check(student.id, 'not mine at all')).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
  await expect(check(erased.id, erased.password)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

describe('checkCurrentPassword', () => {
  it('refuses after ten wrong passwords for 15 minutes, and a right one resets them', async () => {
    const student = await makeStudent(deps)
    const wrong = () => check(student.id, 'not mine at all')
    for (let i = 0; i < 9; i++)
      await expect(wrong()).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
    await check(student.id, student.password)
    for (let i = 0; i < 10; i++)
      await expect(wrong()).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
    await expect(check(student.id, student.password)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('counts apart from sign-in, which strangers may try', async () => {
    const student = await makeStudent(deps)
    for (let i = 0; i < 11; i++) await deps.limits.tryConsume('signInAccount', `student:${student.email}`)
    await expect(check(student.id, student.password)).resolves.toMatchObject({ id: student.id })
  })
})

describe('changePassword', () => {
  const change = (student: MadeStudent, password: string, currentPassword = student.password) =>
    changePassword(deps, { studentId: student.id, currentPassword, password, userAgent: 'Firefox/145.0' })

  async function fits(studentId: string, password: string): Promise<boolean> {
    const { passwordHash } = await deps.db.student.findUniqueOrThrow({ where: { id: studentId } })
    return deps.passwords.verify(passwordHash, password)
  }

  it('revokes every session of that student alone and creates one for this browser', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const here = await makeSession(deps, { studentId: student.id })
    const there = await makeSession(deps, { studentId: student.id })
    const theirs = await makeSession(deps, { studentId: other.id })

    const { token } = await change(student, 'short field 09')
    expect(await fits(student.id, 'short field 09')).toBe(true)
    expect(await fits(other.id, other.password)).toBe(true)
    expect(await findSession(deps, 'student', here.token)).toBeNull()
    expect(await findSession(deps, 'student', there.token)).toBeNull()
    expect(await findSession(deps, 'student', token)).toMatchObject({ studentId: student.id })
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
  })

  it('mails a notice without either password', async () => {
    const student = await makeStudent(deps)
    await change(student, 'short field 09')
    const mails = await readOutbox(deps, 'password-changed', student.email)
    expect(mails.map(({ props }) => props)).toEqual([
      { username: student.username, how: 'changed', at: '2026-11-21T10:00:00.000Z' },
    ])
    expect(deps.queue.take('mail.send').map(({ outboxId }) => outboxId)).toContain(mails[0]?.id)
  })

  it('revokes mailed tokens, which a thief may have requested', async () => {
    const student = await makeStudent(deps)
    const { id, username: name, email, password } = student
    const owner = { studentId: id }
    await deps.db.$transaction((tx) => mailReset(tx, deps, { owner, name, email, dedupeKey: newId() }))
    await changeEmail(deps, { studentId: id, email: `thief-${email}`, password })
    const reset = await newestToken(deps, 'password-reset', email)
    expect(await findResetToken(deps, reset)).not.toBeNull()

    await change(student, 'short field 09')
    expect(await findResetToken(deps, reset)).toBeNull()
    expect(await deps.db.oneTimeToken.count({ where: { studentId: id, usedAt: null } })).toBe(0)
  })

  it('refuses a wrong current password and leaked new ones, and changes nothing', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    await expect(change(student, 'short field 09', 'not mine at all')).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    })
    await expect(change(student, 'Password1')).rejects.toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    expect(await fits(student.id, student.password)).toBe(true)
    expect(await findSession(deps, 'student', token)).not.toBeNull()
    expect(await readOutbox(deps, 'password-changed', student.email)).toEqual([])
  })

  it('lets one of two simultaneous changes through, and only its session is valid', async () => {
    const student = await makeStudent(deps)
    const results = await Promise.allSettled([
      change(student, 'short field 09'),
      change(student, 'short field 27'),
    ])
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.token] : []))
    expect(winners).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
    }
    const open = await deps.db.session.count({ where: { studentId: student.id, revokedAt: null } })
    expect(open).toBe(1)
    expect(await findSession(deps, 'student', winners[0] ?? null)).not.toBeNull()
  })
})
