import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailReset, resetPassword, sendPasswordLink } from '#server/features/accounts/password-reset.ts'
import { findResetToken, findSession } from '#server/features/accounts/queries.ts'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { type MadeStudent, makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('mailReset', () => {
  it('writes mail and token together, or neither, and nothing on a repeat of the same request', async () => {
    const { id: studentId, username: name, email } = await makeStudent(deps)
    const input = { owner: { studentId }, name, email, dedupeKey: `link:${studentId}` }
    const failed = deps.db.$transaction(async (tx) => {
      await mailReset(tx, deps, input)
      throw new Error('The change did not happen')
    })
    await expect(failed).rejects.toThrow('The change did not happen')
    expect(await readOutbox(deps, 'password-reset', email)).toEqual([])

    const write = () => deps.db.$transaction((tx) => mailReset(tx, deps, input))
    expect(await write()).not.toBeNull()
    expect(await write()).toBeNull()
    expect(await deps.db.oneTimeToken.count({ where: { studentId } })).toBe(1)
    const reset = await findResetToken(deps, await newestToken(deps, 'password-reset', email))
    expect(reset?.owner).toEqual({ type: 'user', studentId })
  })
})

describe('sendPasswordLink', () => {
  it('mails a link that works to the own address of the account, and is audited', async () => {
    const student = await makeStudent(deps)
    const admin = await makeAdmin(deps)
    const input = { studentId: student.id, adminId: admin.id }
    await expect(sendPasswordLink(deps, input)).resolves.toEqual({ email: student.email })
    await set(await newestToken(deps, 'password-reset', student.email), 'short field 11')
    expect(await fits(student.id, 'short field 11')).toBe(true)
    expect(await deps.db.auditEntry.findMany({ where: { subjectId: student.id } })).toMatchObject([
      { action: 'student.passwordLinkSent', actorId: admin.id },
    ])
  })

  it('refuses an unknown student', async () => {
    const { id: adminId } = await makeAdmin(deps)
    await expect(sendPasswordLink(deps, { studentId: 'unknown', adminId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

async function mailTokenTo({ id, username: name, email }: MadeStudent): Promise<string> {
  const owner = { studentId: id }
  await deps.db.$transaction((tx) => mailReset(tx, deps, { owner, name, email, dedupeKey: newId() }))
  return newestToken(deps, 'password-reset', email)
}

async function fits(studentId: string, password: string): Promise<boolean> {
  const { passwordHash } = await deps.db.student.findUniqueOrThrow({ where: { id: studentId } })
  return deps.passwords.verify(passwordHash, password)
}

const set = (token: string, password: string) => resetPassword(deps, { token, type: 'user', password })

const invalid = { code: 'RESET_LINK_INVALID', message: 'Invalid or Expired Link' }

describe('resetPassword of a student', () => {
  it('sets the password, revokes every session of that student alone, and resets failed tries', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = await makeSession(deps, { studentId: student.id })
    const theirs = await makeSession(deps, { studentId: other.id })
    const key = `student:${student.email}`
    for (let i = 0; i < 11; i++) await deps.limits.tryConsume('signInAccount', key)

    const answer = await set(await mailTokenTo(student), 'short field 09')
    expect(answer).toEqual({ success: true, message: expect.stringContaining('Your password is changed') })
    expect(await fits(student.id, 'short field 09')).toBe(true)
    expect(await fits(student.id, student.password)).toBe(false)
    expect(await fits(other.id, other.password)).toBe(true)
    expect(await findSession(deps, 'student', mine.token)).toBeNull()
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
    expect(await deps.limits.tryConsume('signInAccount', key)).toBe(true)
  })

  it('works once, and revokes the other reset tokens of that student', async () => {
    const student = await makeStudent(deps)
    const first = await mailTokenTo(student)
    const second = await mailTokenTo(student)
    await set(second, 'short field 09')
    await expect(set(second, 'short field 27')).rejects.toMatchObject(invalid)
    await expect(set(first, 'short field 27')).rejects.toMatchObject(invalid)
    expect(await fits(student.id, 'short field 09')).toBe(true)
  })

  it('lets one of several simultaneous requests through, with one token or two', async () => {
    const student = await makeStudent(deps)
    const tokens = [await mailTokenTo(student), await mailTokenTo(student)]
    const tries = [tokens[0], tokens[0], tokens[1], tokens[1]].map((token, i) =>
      set(token ?? '', `short field ${i}`),
    )
    const results = await Promise.allSettled(tries)
    const winners = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []))
    expect(winners).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(invalid)
    expect(await fits(student.id, `short field ${winners[0]}`)).toBe(true)
  })

  it('refuses a token after 15 minutes', async () => {
    const student = await makeStudent(deps)
    const token = await mailTokenTo(student)
    deps.clock.advance(15 * 60_000)
    await expect(set(token, 'short field 09')).rejects.toMatchObject(invalid)
    expect(await fits(student.id, student.password)).toBe(true)
  })

  it('refuses a token that expires while the password is hashed', async () => {
    const student = await makeStudent(deps)
    const token = await mailTokenTo(student)
    const hash = async (password: string) => {
      deps.clock.advance(15 * 60_000)
      return deps.passwords.hash(password)
    }
    const slow = { ...deps, passwords: { ...deps.passwords, hash } }
    await expect(
      resetPassword(slow, { token, type: 'user', password: 'short field 09' }),
    ).rejects.toMatchObject(invalid)
    expect(await fits(student.id, student.password)).toBe(true)
  })

  it('refuses unknown tokens, verification tokens, and leaked passwords without consuming the token', async () => {
    const student = await makeStudent(deps)
    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
    await expect(set('no such token', 'short field 09')).rejects.toMatchObject(invalid)
    const verification = await newestToken(deps, 'verify-email', student.email)
    await expect(set(verification, 'short field 09')).rejects.toMatchObject(invalid)
    const token = await mailTokenTo(student)
    await expect(set(token, 'password1')).rejects.toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    await expect(set(token, 'short field 09')).resolves.toMatchObject({ success: true })
  })

  it('verifies an unverified address, since the token proves the mailbox', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    await set(await mailTokenTo(student), 'short field 09')
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(row.verifiedAt).toEqual(deps.clock.now())
    expect(await readOutbox(deps, 'welcome', student.email)).toHaveLength(1)
  })

  it('stores the token unreadable', async () => {
    const student = await makeStudent(deps)
    const token = await mailTokenTo(student)
    const { rows } = await deps.pool.query<{ row: string }>(
      `select row_to_json(t)::text as row from "OneTimeToken" t union all select row_to_json(t)::text from "OutboxMessage" t`,
    )
    const everything = rows.map(({ row }) => row).join('\n')
    expect(everything).toContain(student.email)
    expect(everything).not.toContain(token)
    expect(everything).not.toContain(Buffer.from(token).toString('hex'))
  })
})

describe('resetPassword of a referer', () => {
  async function makeReferer(code: string) {
    const email = `${code.toLowerCase()}@example.com`
    const referer = await deps.db.referer.create({
      data: {
        id: newId(deps.clock.now()),
        name: code,
        contactName: 'Kim',
        contactEmail: email,
        contactEmailKey: email,
        referralCode: code,
        passwordHash: await deps.passwords.hash('set by an admin'),
        mustChangePassword: true,
        discountBps: 0,
        commissionBps: 0,
        createdAt: deps.clock.now(),
      },
      select: { id: true },
    })
    const owner = { refererId: referer.id }
    await deps.db.$transaction((tx) => mailReset(tx, deps, { owner, name: code, email, dedupeKey: newId() }))
    return { id: referer.id, email, token: await newestToken(deps, 'password-reset', email) }
  }

  it('sets the password, needs no other one then, revokes their sessions and mails the address', async () => {
    const { id, email, token } = await makeReferer('CLUB1')
    const session = await makeSession(deps, { refererId: id })
    await resetPassword(deps, { token, type: 'referer', password: 'short field 09' })
    const referer = await deps.db.referer.findUniqueOrThrow({ where: { id } })
    expect(referer.mustChangePassword).toBe(false)
    expect(await deps.passwords.verify(referer.passwordHash, 'short field 09')).toBe(true)
    expect(await findSession(deps, 'referer', session.token)).toBeNull()
    const props = { account: 'referer', username: 'CLUB1', how: 'reset', at: deps.clock.now().toISOString() }
    const mails = await readOutbox(deps, 'password-changed', email)
    expect(mails.map(({ props }) => props)).toEqual([expect.objectContaining(props)])
  })

  it('refuses the token of the other kind of account', async () => {
    const { token } = await makeReferer('CLUB2')
    const student = await makeStudent(deps)
    await expect(set(token, 'short field 09')).rejects.toMatchObject(invalid)
    const ofStudent = await mailTokenTo(student)
    await expect(
      resetPassword(deps, { token: ofStudent, type: 'referer', password: 'short field 09' }),
    ).rejects.toMatchObject(invalid)
    expect(await fits(student.id, student.password)).toBe(true)
  })

  it('lets one of two simultaneous requests through', async () => {
    const { id, email, token } = await makeReferer('CLUB3')
    const passwords = ['short field 09', 'short field 27']
    const results = await Promise.allSettled(
      passwords.map((password) => resetPassword(deps, { token, type: 'referer', password })),
    )
    const winners = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [passwords[i] ?? ''] : []))
    expect(winners).toHaveLength(1)
    expect(await readOutbox(deps, 'password-changed', email)).toHaveLength(1)
    const { passwordHash } = await deps.db.referer.findUniqueOrThrow({ where: { id } })
    expect(await deps.passwords.verify(passwordHash, winners[0] ?? '')).toBe(true)
  })
})
