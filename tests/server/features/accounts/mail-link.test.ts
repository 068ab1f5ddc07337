import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsJobs } from '#server/features/accounts/jobs.ts'
import { createLinkRequest, type LinkRequest, mailLink } from '#server/features/accounts/link-requests.ts'
import { hashToken, newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function ask(kind: LinkRequest['kind'], email: string): Promise<{ requestId: string }> {
  await createLinkRequest(deps, { kind, email, address: '192.0.2.1' })
  const [job] = deps.queue.take('accounts.mailLink')
  if (!job) throw new Error('Nothing was asked for')
  return job
}

function makeReferer(code: string, endedAt: Date | null = null) {
  return deps.db.referer.create({
    data: {
      id: newId(deps.clock.now()),
      name: code,
      contactName: 'Kim',
      contactEmail: 'Kim@example.com',
      contactEmailKey: 'kim@example.com',
      referralCode: code,
      passwordHash: 'x',
      discountBps: 0,
      commissionBps: 0,
      createdAt: deps.clock.now(),
      endedAt,
    },
    select: { id: true },
  })
}

describe('mailLink', () => {
  it('mails a student a reset link that lives 15 minutes from now, to the address as they wrote it', async () => {
    const student = await makeStudent(deps, { email: 'Ada@example.com' })
    const job = await ask('resetStudent', 'ada@EXAMPLE.com')
    deps.clock.advance(60_000)
    await accountsJobs['accounts.mailLink'].handle(deps, job)
    const [mail] = await readOutbox(deps, 'password-reset', 'Ada@example.com')
    const expiresAt = new Date(deps.clock.now().getTime() + 15 * 60_000)
    expect(mail?.props).toEqual({
      account: 'student',
      name: student.username,
      token: expect.any(String),
      expiresAt: expiresAt.toISOString(),
    })
    const token = await newestToken(deps, 'password-reset', 'Ada@example.com')
    const row = await deps.db.oneTimeToken.findUniqueOrThrow({ where: { tokenHash: hashToken(token) } })
    expect(row).toMatchObject({ purpose: 'resetPassword', studentId: student.id, expiresAt, usedAt: null })
    expect(deps.queue.take('mail.send')).toEqual([{ outboxId: mail?.id, isAwaited: true }])
  })

  it('mails once however often its job is repeated, also at once', async () => {
    const student = await makeStudent(deps)
    const job = await ask('resetStudent', student.email)
    await Promise.all([mailLink(deps, job), mailLink(deps, job)])
    await mailLink(deps, job)
    expect(await readOutbox(deps, 'password-reset', student.email)).toHaveLength(1)
    expect(await deps.db.oneTimeToken.count({ where: { studentId: student.id } })).toBe(1)
  })

  it('mails every referer of an address that still works with the shop', async () => {
    const first = await makeReferer('CLUB1')
    const second = await makeReferer('CLUB2')
    await makeReferer('GONE1', deps.clock.now())
    await mailLink(deps, await ask('resetReferer', 'kim@example.com'))
    const mails = await readOutbox(deps, 'password-reset', 'Kim@example.com')
    expect(mails.map(({ props }) => [props.account, props.name])).toEqual([
      ['referer', 'CLUB1'],
      ['referer', 'CLUB2'],
    ])
    const tokens = await deps.db.oneTimeToken.findMany({
      where: { refererId: { not: null } },
      orderBy: { id: 'asc' },
    })
    expect(tokens.map(({ refererId }) => refererId)).toEqual([first.id, second.id])
  })

  it('mails a fresh verification link to a waiting student alone', async () => {
    const waiting = await makeStudent(deps, { verifiedAt: null })
    const verified = await makeStudent(deps)
    await mailLink(deps, await ask('verifyEmail', waiting.email))
    await mailLink(deps, await ask('verifyEmail', verified.email))
    const mails = await readOutbox(deps, 'verify-email')
    expect(mails.map(({ to }) => to)).toEqual([waiting.email])
  })

  it('mails nobody where no account is, or an erased one', async () => {
    const before = await deps.db.outboxMessage.count()
    const erased = await makeStudent(deps, { erasedAt: deps.clock.now(), verifiedAt: null })
    for (const email of [erased.email, 'nobody@example.com']) {
      for (const kind of ['verifyEmail', 'resetStudent', 'resetReferer'] as const) {
        await mailLink(deps, await ask(kind, email))
      }
    }
    expect(await deps.db.outboxMessage.count()).toBe(before)
  })

  it('refuses a request that nobody here sealed', async () => {
    const requestSealed = Buffer.from(JSON.stringify({ kind: 'resetStudent', emailKey: 'a@b.uk' }))
    await deps.db.linkRequest.create({ data: { id: 'forged', requestSealed, createdAt: deps.clock.now() } })
    await expect(mailLink(deps, { requestId: 'forged' })).rejects.toThrow('Sealed with a key')
  })

  it('leaves no request behind once it was handled', async () => {
    const job = await ask('resetStudent', 'nobody-at-all@example.com')
    await mailLink(deps, job)
    expect(await deps.db.linkRequest.count({ where: { id: job.requestId } })).toBe(0)
  })
})
