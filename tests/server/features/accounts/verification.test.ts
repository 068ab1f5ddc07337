import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccountData } from '#server/features/accounts/personal-data.ts'
import { findSession } from '#server/features/accounts/queries.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import {
  checkVerification,
  confirmAddress,
  mailVerification,
  verifyEmail,
} from '#server/features/accounts/verification.ts'
import { hashToken } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('mailVerification', () => {
  it('writes mail and token together, or neither', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const failed = deps.db.$transaction(async (tx) => {
      await mailVerification(tx, deps, { student })
      throw new Error('The change did not happen')
    })
    await expect(failed).rejects.toThrow('The change did not happen')
    expect(await readOutbox(deps, 'verify-email', student.email)).toEqual([])
    expect(await deps.db.oneTimeToken.count({ where: { studentId: student.id } })).toBe(0)

    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
    const tokenHash = hashToken(await newestToken(deps, 'verify-email', student.email))
    const [row, ...more] = await deps.db.oneTimeToken.findMany({ where: { studentId: student.id } })
    expect(more).toEqual([])
    expect(row).toMatchObject({ tokenHash, purpose: 'verifyEmail', email: student.email })
  })

  it('writes nothing on a repeat of the same request', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const write = () =>
      deps.db.$transaction((tx) => mailVerification(tx, deps, { student, dedupeKey: `link:${student.id}` }))
    expect(await write()).not.toBeNull()
    expect(await write()).toBeNull()
    expect(await deps.db.oneTimeToken.count({ where: { studentId: student.id } })).toBe(1)
  })
})

const userAgent = 'a test'

const WAITING_FOR_LOCK = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

async function unverified(): Promise<{ student: MadeStudent; token: string }> {
  const student = await makeStudent(deps, { verifiedAt: null })
  return { student, token: await mailTokenTo(student) }
}

async function mailTokenTo(student: MadeStudent): Promise<string> {
  await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
  return newestToken(deps, 'verify-email', student.email)
}

describe('checkVerification', () => {
  it('returns the address and changes nothing', async () => {
    const { student, token } = await unverified()
    const open = { email: student.email, isVerified: false }
    expect(await checkVerification(deps, token)).toEqual(open)
    expect(await checkVerification(deps, token)).toEqual(open)
    await verifyEmail(deps, { token, userAgent })
    expect(await checkVerification(deps, token)).toEqual({ ...open, isVerified: true })
  })

  it('refuses unknown and expired tokens', async () => {
    const { token } = await unverified()
    deps.clock.advance(24 * 60 * 60_000)
    for (const refused of [token, 'no such token']) {
      await expect(checkVerification(deps, refused)).rejects.toMatchObject({
        code: 'VERIFICATION_LINK_INVALID',
      })
    }
  })
})

describe('verifyEmail', () => {
  it('verifies the address, signs in and mails a welcome', async () => {
    const { student, token } = await unverified()
    const answer = await verifyEmail(deps, { token, userAgent })
    expect(answer).toEqual({
      success: true,
      message: 'Your email address is confirmed.',
      autoLogin: true,
      token: expect.any(String),
      user: { id: student.id, username: student.username, email: student.email },
    })
    expect(await findSession(deps, 'student', answer.token)).toMatchObject({ studentId: student.id })
    expect(await readOutbox(deps, 'welcome', student.email)).toHaveLength(1)
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(row.verifiedAt).toEqual(deps.clock.now())
  })

  it('succeeds for a used token without signing in', async () => {
    const { student, token } = await unverified()
    await verifyEmail(deps, { token, userAgent })
    deps.clock.advance(48 * 60 * 60_000)
    expect(await verifyEmail(deps, { token, userAgent })).toEqual({
      success: true,
      message: 'Your email address is confirmed.',
      autoLogin: false,
      token: null,
      user: null,
    })
    expect(await deps.db.session.count({ where: { studentId: student.id } })).toBe(1)
  })

  it('signs in once and mails one welcome for simultaneous requests with one token', async () => {
    const { student, token } = await unverified()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => verifyEmail(deps, { token, userAgent })))
    expect(answers.filter(({ autoLogin }) => autoLogin)).toHaveLength(1)
    expect(await deps.db.session.count({ where: { studentId: student.id } })).toBe(1)
    expect(await readOutbox(deps, 'welcome', student.email)).toHaveLength(1)
  })

  it('mails one welcome for two tokens of one account', async () => {
    const { student, token } = await unverified()
    const second = await mailTokenTo(student)
    await Promise.all([token, second].map((each) => verifyEmail(deps, { token: each, userAgent })))
    expect(await readOutbox(deps, 'welcome', student.email)).toHaveLength(1)
  })

  it('waits for an erasure of the account and then refuses the token', async () => {
    const { student, token } = await unverified()
    let answer: Promise<unknown> | undefined
    await deps.db.$transaction(async (tx) => {
      await lockStudent(tx, student.id)
      answer = verifyEmail(deps, { token, userAgent }).catch((error: unknown) => error)
      await expect.poll(() => deps.pool.query(WAITING_FOR_LOCK)).toMatchObject({ rowCount: 1 })
      await eraseAccountData(tx, deps, { studentId: student.id, messageIds: [] })
    })
    expect(await answer).toMatchObject({ code: 'VERIFICATION_LINK_INVALID' })
    expect(await deps.db.session.count({ where: { studentId: student.id } })).toBe(0)
  })

  it('does not sign in to an account that another token has verified', async () => {
    const { student, token } = await unverified()
    const unused = await mailTokenTo(student)
    await verifyEmail(deps, { token, userAgent })
    expect(await verifyEmail(deps, { token: unused, userAgent })).toMatchObject({
      autoLogin: false,
      token: null,
      user: null,
    })
    expect(await deps.db.session.count({ where: { studentId: student.id } })).toBe(1)
  })

  it('refuses a token after 24 hours', async () => {
    const { student, token } = await unverified()
    deps.clock.advance(24 * 60 * 60_000)
    await expect(verifyEmail(deps, { token, userAgent })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
      message: 'Email verification failed.',
    })
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(row.verifiedAt).toBeNull()
  })

  it('refuses unknown tokens and tokens for a former address', async () => {
    const { student, token } = await unverified()
    await deps.db.student.update({
      where: { id: student.id },
      data: { email: 'new@example.com', emailKey: 'new@example.com' },
    })
    await expect(verifyEmail(deps, { token, userAgent })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
    })
    await expect(verifyEmail(deps, { token: 'no such token', userAgent })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
    })
  })

  it('refuses a reset token', async () => {
    const { student, token } = await unverified()
    await deps.db.oneTimeToken.updateMany({
      where: { studentId: student.id },
      data: { purpose: 'resetPassword' },
    })
    await expect(verifyEmail(deps, { token, userAgent })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
    })
  })
})

describe('confirmAddress', () => {
  it('mails one welcome for simultaneous calls and keeps the first time', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const first = deps.clock.now()
    const confirm = () => deps.db.$transaction((tx) => confirmAddress(tx, deps, student))
    const ids = await Promise.all([confirm(), confirm(), confirm()])
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
    deps.clock.advance(60_000)
    expect(await confirm()).toBeNull()
    expect(await readOutbox(deps, 'welcome', student.email)).toHaveLength(1)
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(row.verifiedAt).toEqual(first)
  })
})
