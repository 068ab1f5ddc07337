import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeEmail, confirmEmailChange } from '#server/features/accounts/email-change.ts'
import { mailReset, resetPassword } from '#server/features/accounts/password-reset.ts'
import { findAccount, findResetToken, findSession } from '#server/features/accounts/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeStudent, makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('changeEmail', () => {
  const request = (student: MadeStudent, email: string, password = student.password) =>
    changeEmail(deps, { studentId: student.id, email, password })

  async function addressOf(studentId: string): Promise<string> {
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: studentId } })
    expect(row.emailKey).toBe(row.email.toLowerCase())
    return row.email
  }

  it('mails a token to the new address and a notice to the old one, and changes nothing yet', async () => {
    const student = await makeStudent(deps)
    const answer = await request(student, 'New.Sam@example.com')
    expect(answer).toEqual({
      success: true,
      email: 'New.Sam@example.com',
      expiresAt: '2026-11-22T10:00:00.000Z',
    })
    const [mail] = await readOutbox(deps, 'email-change', 'New.Sam@example.com')
    const [notice] = await readOutbox(deps, 'email-changed', student.email)
    expect(mail?.props).toMatchObject({ username: student.username, expiresAt: answer.expiresAt })
    expect(notice?.props).toMatchObject({ stage: 'asked', newEmail: 'New.Sam@example.com' })
    expect(await addressOf(student.id)).toBe(student.email)
    expect((await findAccount(deps, student.id))?.pending?.email).toBe('New.Sam@example.com')
    const { props, secretsSealed } = await deps.db.outboxMessage.findUniqueOrThrow({
      where: { id: mail?.id ?? '' },
      select: { props: true, secretsSealed: true },
    })
    expect(props).toEqual({})
    expect(secretsSealed).not.toBeNull()
  })

  it('refuses a wrong password and the current address', async () => {
    const student = await makeStudent(deps)
    await expect(request(student, 'x@example.com', 'not mine at all')).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    })
    await expect(request(student, student.email)).rejects.toMatchObject({ code: 'EMAIL_UNCHANGED' })
    expect(await readOutbox(deps, 'email-changed', student.email)).toEqual([])
  })

  it('reveals only to the mailbox that an address has an account, in any letter case', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const taken = other.email.toUpperCase()
    const answer = await request(student, taken)
    expect(answer).toEqual({ success: true, email: taken, expiresAt: expect.any(String) })
    expect((await findAccount(deps, student.id))?.pending?.email).toBe(taken)
    expect(await readOutbox(deps, 'email-changed', student.email)).toHaveLength(1)
    const [mail] = await readOutbox(deps, 'email-change', taken)
    expect(mail?.props).toMatchObject({ token: null })
  })

  it('consumes the limit before it looks the address up', async () => {
    const student = await makeStudent(deps)
    const others = await Promise.all(Array.from({ length: 6 }, () => makeStudent(deps)))
    const answers = []
    for (const { email } of others) answers.push(await request(student, email).catch(({ code }) => code))
    expect(answers.at(-1)).toBe('RATE_LIMITED')
    expect(answers.slice(0, -1)).toEqual(
      answers.slice(0, -1).map(() => expect.objectContaining({ success: true })),
    )
  })

  it('mails at most five tokens an hour, by student and by address', async () => {
    const student = await makeStudent(deps)
    for (let i = 0; i < 5; i++) await request(student, `limit${i}@example.com`)
    await expect(request(student, 'limit6@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    for (let i = 0; i < 5; i++) await request(await makeStudent(deps), 'stranger@example.com')
    await expect(request(await makeStudent(deps), 'stranger@example.com')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })
})

describe('confirmEmailChange', () => {
  const DAY_MS = 24 * 60 * 60_000

  const request = (student: MadeStudent, email: string, password = student.password) =>
    changeEmail(deps, { studentId: student.id, email, password })

  const confirm = (token: string, session: Parameters<typeof confirmEmailChange>[1]['session'] = null) =>
    confirmEmailChange(deps, { token, session })

  const invalid = { code: 'EMAIL_CHANGE_LINK_INVALID' }

  async function requestToken(student: MadeStudent, email: string): Promise<string> {
    await request(student, email)
    return newestToken(deps, 'email-change', email)
  }

  async function addressOf(studentId: string): Promise<string> {
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: studentId } })
    expect(row.emailKey).toBe(row.email.toLowerCase())
    return row.email
  }

  it('moves the account, mails the old address, and revokes all sessions but this one', async () => {
    const student = await makeStudent(deps)
    const here = await makeSession(deps, { studentId: student.id })
    const there = await makeSession(deps, { studentId: student.id })
    const token = await requestToken(student, 'Moved.Sam@example.com')

    const answer = await confirm(token, await findSession(deps, 'student', here.token))
    expect(answer).toEqual({ success: true, email: 'Moved.Sam@example.com', isSignedIn: true })
    expect(await addressOf(student.id)).toBe('Moved.Sam@example.com')
    expect(await findSession(deps, 'student', here.token)).not.toBeNull()
    expect(await findSession(deps, 'student', there.token)).toBeNull()
    const notices = await readOutbox(deps, 'email-changed', student.email)
    expect(notices.map(({ props }) => props.stage)).toEqual(['asked', 'done'])
    expect(await findAccount(deps, student.id)).toMatchObject({ pending: null })
  })

  it('keeps no session for a browser that is signed out or another student’s', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = await makeSession(deps, { studentId: student.id })
    const theirs = await makeSession(deps, { studentId: other.id })
    const token = await requestToken(student, 'elsewhere@example.com')
    await confirm(token, await findSession(deps, 'student', theirs.token))
    expect(await findSession(deps, 'student', mine.token)).toBeNull()
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
    expect(await addressOf(other.id)).toBe(other.email)
  })

  it('works once, succeeds again without effect, and is replaced by a later request', async () => {
    const student = await makeStudent(deps)
    const first = await requestToken(student, 'first@example.com')
    const second = await requestToken(student, 'second@example.com')
    await expect(confirm(first)).rejects.toMatchObject(invalid)
    await confirm(second)
    const { token } = await makeSession(deps, { studentId: student.id })
    await expect(confirm(second)).resolves.toEqual({
      success: true,
      email: 'second@example.com',
      isSignedIn: false,
    })
    expect(await findSession(deps, 'student', token)).not.toBeNull()
    expect(await readOutbox(deps, 'email-changed', student.email)).toHaveLength(3)
    await expect(confirm('no such token')).rejects.toMatchObject(invalid)
  })

  it('refuses a token after 24 hours', async () => {
    const student = await makeStudent(deps)
    const token = await requestToken(student, 'late@example.com')
    deps.clock.advance(DAY_MS)
    try {
      await expect(confirm(token)).rejects.toMatchObject(invalid)
      expect(await addressOf(student.id)).toBe(student.email)
      expect(await findAccount(deps, student.id)).toMatchObject({ pending: null })
    } finally {
      deps.clock.advance(-DAY_MS)
    }
  })

  it('gives an address to one of two simultaneous students', async () => {
    const students = [await makeStudent(deps), await makeStudent(deps)]
    const tokens = [
      await requestToken(students[0] as MadeStudent, 'wanted@example.com'),
      await requestToken(students[1] as MadeStudent, 'Wanted@example.com'),
    ]
    const results = await Promise.allSettled(tokens.map((token) => confirm(token)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'EMAIL_TAKEN' })
    expect(await deps.db.student.count({ where: { emailKey: 'wanted@example.com' } })).toBe(1)
  })

  it('works once for simultaneous requests with one token', async () => {
    const student = await makeStudent(deps)
    const token = await requestToken(student, 'pressed@example.com')
    await Promise.allSettled([confirm(token), confirm(token), confirm(token)])
    expect(await addressOf(student.id)).toBe('pressed@example.com')
    const notices = await readOutbox(deps, 'email-changed', student.email)
    expect(notices.map(({ props }) => props.stage)).toEqual(['asked', 'done'])
  })

  it('is revoked by a new password', async () => {
    const student = await makeStudent(deps)
    const token = await requestToken(student, 'thief@example.com')
    const { id, username: name, email } = student
    const owner = { studentId: id }
    await deps.db.$transaction((tx) => mailReset(tx, deps, { owner, name, email, dedupeKey: newId() }))
    const reset = await newestToken(deps, 'password-reset', email)
    await resetPassword(deps, { token: reset, type: 'user', password: 'short field 09' })
    await expect(confirm(token)).rejects.toMatchObject(invalid)
    expect(await addressOf(id)).toBe(email)
    expect((await readOutbox(deps, 'password-changed', email)).map(({ props }) => props.how)).toEqual([
      'reset',
    ])
  })

  it('revokes the reset tokens of the old address', async () => {
    const student = await makeStudent(deps)
    const { id, username: name, email } = student
    const owner = { studentId: id }
    const token = await requestToken(student, 'safe@example.com')
    await deps.db.$transaction((tx) => mailReset(tx, deps, { owner, name, email, dedupeKey: newId() }))
    const reset = await newestToken(deps, 'password-reset', email)
    await confirm(token)
    expect(await findResetToken(deps, reset)).toBeNull()
  })

  it('carries an opt-out of news over to the new address', async () => {
    const student = await makeStudent(deps, { newsOptInAt: deps.clock.now() })
    const addressKey = student.email.toLowerCase()
    await deps.db.suppression.create({
      data: { addressKey, reason: 'unsubscribed', createdAt: deps.clock.now() },
    })
    await confirm(await requestToken(student, 'nonews@example.com'))
    expect(await findAccount(deps, student.id)).toMatchObject({ getsNews: false })
  })
})
