import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findResetToken, findSession, findStudent } from '#server/features/accounts/queries.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function makeReferer(code: string, endedAt: Date | null = null) {
  const email = `${code.toLowerCase()}@example.com`
  return deps.db.referer.create({
    data: {
      id: newId(deps.clock.now()),
      name: code,
      contactName: code,
      contactEmail: email,
      contactEmailKey: email,
      referralCode: code,
      passwordHash: 'x',
      discountBps: 1000,
      commissionBps: 500,
      createdAt: deps.clock.now(),
      endedAt,
    },
    select: { id: true },
  })
}

async function makeAdmin(email: string, disabledAt: Date | null = null) {
  return deps.db.admin.create({
    data: { id: newId(), email, emailKey: email, passwordHash: 'x', createdAt: deps.clock.now(), disabledAt },
    select: { id: true },
  })
}

describe('findSession', () => {
  it('finds a student, a referer and an admin by their own token, and by none of the other kinds', async () => {
    const student = await makeStudent(deps)
    const referer = await makeReferer('CLUB1')
    const admin = await makeAdmin('admin@example.com')
    const provedAt = new Date('2026-11-21T09:00:00.000Z')
    const ofStudent = await makeSession(deps, { studentId: student.id })
    const ofReferer = await makeSession(deps, { refererId: referer.id })
    const ofAdmin = await makeSession(deps, { adminId: admin.id }, { stepUpAt: provedAt })

    expect(await findSession(deps, 'student', ofStudent.token)).toEqual({
      sessionId: ofStudent.sessionId,
      studentId: student.id,
    })
    expect(await findSession(deps, 'referer', ofReferer.token)).toEqual({
      sessionId: ofReferer.sessionId,
      refererId: referer.id,
    })
    expect(await findSession(deps, 'admin', ofAdmin.token)).toEqual({
      sessionId: ofAdmin.sessionId,
      adminId: admin.id,
      stepUpAt: provedAt,
    })
    expect(await findSession(deps, 'admin', ofStudent.token)).toBeNull()
    expect(await findSession(deps, 'student', ofReferer.token)).toBeNull()
    expect(await findSession(deps, 'referer', ofAdmin.token)).toBeNull()
  })

  it('finds nothing without a token, with an unknown one, or with a hash instead of a token', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    expect(await findSession(deps, 'student', null)).toBeNull()
    expect(await findSession(deps, 'student', '')).toBeNull()
    expect(await findSession(deps, 'student', newToken())).toBeNull()
    expect(await findSession(deps, 'student', `${token} `)).toBeNull()
    expect(await findSession(deps, 'student', hashToken(token))).toBeNull()
  })

  it('finds no expired or revoked session', async () => {
    const student = await makeStudent(deps)
    const expiresAt = new Date(deps.clock.now().getTime() + 1_000)
    const expiring = await makeSession(deps, { studentId: student.id }, { expiresAt })
    const revoked = await makeSession(deps, { studentId: student.id }, { revokedAt: deps.clock.now() })
    expect(await findSession(deps, 'student', revoked.token)).toBeNull()
    expect(await findSession(deps, 'student', expiring.token)).not.toBeNull()
    deps.clock.advance(1_000)
    expect(await findSession(deps, 'student', expiring.token)).toBeNull()
  })

  it('finds no session of unverified, erased, ended or disabled owners', async () => {
    const now = deps.clock.now()
    const unverified = await makeStudent(deps, { verifiedAt: null })
    const erased = await makeStudent(deps, { erasedAt: now })
    const ended = await makeReferer('GONE1', now)
    const disabled = await makeAdmin('former@example.com', now)
    const tokens = {
      unverified: await makeSession(deps, { studentId: unverified.id }),
      erased: await makeSession(deps, { studentId: erased.id }),
      ended: await makeSession(deps, { refererId: ended.id }),
      disabled: await makeSession(deps, { adminId: disabled.id }),
    }
    expect(await findSession(deps, 'student', tokens.unverified.token)).toBeNull()
    expect(await findSession(deps, 'student', tokens.erased.token)).toBeNull()
    expect(await findSession(deps, 'referer', tokens.ended.token)).toBeNull()
    expect(await findSession(deps, 'admin', tokens.disabled.token)).toBeNull()
  })

  it('stores when session and student were last seen, at most once a minute', async () => {
    const student = await makeStudent(deps)
    const { token, sessionId } = await makeSession(deps, { studentId: student.id })
    const createdAt = deps.clock.now()
    const seen = async () => {
      const row = await deps.db.session.findUniqueOrThrow({
        where: { id: sessionId },
        select: { lastUsedAt: true, student: { select: { lastSeenAt: true } } },
      })
      return [row.lastUsedAt, row.student?.lastSeenAt]
    }

    deps.clock.advance(59_000)
    await findSession(deps, 'student', token)
    await deps.pool.query('select 1')
    expect(await seen()).toEqual([createdAt, createdAt])

    deps.clock.advance(1_000)
    await findSession(deps, 'student', token)
    const now = deps.clock.now()
    await expect.poll(seen).toEqual([now, now])
  })
})

describe('findStudent', () => {
  it('returns what a student may see, and null for an erased one', async () => {
    const student = await makeStudent(deps)
    const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
    expect(await findStudent(deps, student.id)).toEqual({
      id: student.id,
      username: student.username,
      email: student.email,
    })
    expect(await findStudent(deps, erased.id)).toBeNull()
  })
})

describe('findResetToken', () => {
  async function makeToken(owner: { studentId: string } | { refererId: string }, email: string) {
    const token = newToken()
    const now = deps.clock.now()
    const expiresAt = new Date(now.getTime() + 15 * 60_000)
    const id = newId(now)
    await deps.db.oneTimeToken.create({
      data: {
        id,
        purpose: 'resetPassword',
        tokenHash: hashToken(token),
        email,
        createdAt: now,
        expiresAt,
        ...owner,
      },
    })
    return { id, token }
  }

  it('finds the owner of a token for 15 minutes', async () => {
    const student = await makeStudent(deps)
    const referer = await makeReferer('CLUB2')
    const ofStudent = await makeToken({ studentId: student.id }, student.email)
    const ofReferer = await makeToken({ refererId: referer.id }, 'Club2@example.com')
    expect(await findResetToken(deps, ofStudent.token)).toEqual({
      id: ofStudent.id,
      email: student.email,
      owner: { type: 'user', studentId: student.id },
    })
    expect(await findResetToken(deps, ofReferer.token)).toEqual({
      id: ofReferer.id,
      email: 'Club2@example.com',
      owner: { type: 'referer', refererId: referer.id },
    })
    deps.clock.advance(15 * 60_000)
    expect(await findResetToken(deps, ofStudent.token)).toBeNull()
    expect(await findResetToken(deps, ofReferer.token)).toBeNull()
  })

  it('finds no token for a former address or an ended account', async () => {
    const moved = await makeStudent(deps)
    const ended = await makeReferer('GONE2', deps.clock.now())
    const toOldAddress = await makeToken({ studentId: moved.id }, 'old@example.com')
    const toEnded = await makeToken({ refererId: ended.id }, 'gone2@example.com')
    expect(await findResetToken(deps, toOldAddress.token)).toBeNull()
    expect(await findResetToken(deps, toEnded.token)).toBeNull()
  })
})
