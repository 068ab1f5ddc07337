import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsJobs } from '#server/features/accounts/jobs.ts'
import {
  createLinkRequest,
  type LinkRequest,
  mailLink,
  requestPasswordReset,
  requeueLinkRequests,
  resendVerification,
} from '#server/features/accounts/link-requests.ts'
import { hashToken, newId } from '#server/infra/ids.ts'
import { resetLinkMinutes } from '#shared/limits.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('createLinkRequest', () => {
  const ADDRESS = '192.0.2.1'

  it('writes a sealed request, enqueues its id, and writes no mail', async () => {
    const student = await makeStudent(deps)
    await createLinkRequest(deps, { address: ADDRESS, kind: 'resetStudent', email: student.email })
    const jobs = deps.queue.take('accounts.mailLink')
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs)).not.toContain(student.email)
    const row = await deps.db.linkRequest.findUniqueOrThrow({ where: { id: jobs[0]?.requestId ?? '' } })
    expect(Buffer.from(row.requestSealed).toString('latin1')).not.toContain(student.email)
    expect(await deps.db.outboxMessage.count()).toBe(0)
  })

  const countAccepted = async (address: string, kind: LinkRequest['kind'], email: string, times: number) => {
    for (let time = 0; time < times; time++) await createLinkRequest(deps, { address, kind, email })
    return deps.queue.take('accounts.mailLink').length
  }

  it('allows three requests for an account from one network address, in any letter case', async () => {
    expect(await countAccepted(ADDRESS, 'resetStudent', 'FIVE@example.com', 2)).toBe(2)
    expect(await countAccepted(ADDRESS, 'resetStudent', ' five@example.com', 4)).toBe(1)
    expect(await countAccepted(ADDRESS, 'resetReferer', 'five@example.com', 4)).toBe(3)
  })

  it('allows the owner a request after a stranger elsewhere has used up theirs', async () => {
    expect(await countAccepted('198.51.100.1', 'resetStudent', 'owner@example.com', 50)).toBe(3)
    expect(await countAccepted(ADDRESS, 'resetStudent', 'owner@example.com', 1)).toBe(1)
  })

  it('counts each kind of link on its own', async () => {
    for (let network = 0; network < 4; network++)
      await countAccepted(`198.51.100.${network}`, 'verifyEmail', 'other-kind@example.com', 3)
    expect(await countAccepted(ADDRESS, 'resetStudent', 'other-kind@example.com', 1)).toBe(1)
  })

  it('limits an account over all addresses, only while a mailed link still works', async () => {
    let accepted = 0
    for (let network = 0; network < 20; network++)
      accepted += await countAccepted(`198.51.100.${network}`, 'resetStudent', 'filled@example.com', 3)
    expect(accepted).toBe(6)
    const { expire } = await deps.db.rateLimit.findFirstOrThrow({
      where: { key: { startsWith: 'linkMailAccount' } },
      orderBy: { points: 'desc' },
    })
    expect(Number(expire) - Date.now()).toBeLessThanOrEqual(resetLinkMinutes * 60_000)
  })

  it('allows an address requests for as many accounts as a school has', async () => {
    const request = (address: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          createLinkRequest(deps, {
            address,
            kind: 'resetStudent',
            email: `made-up-${address}-${at}@example.com`,
          }),
        ),
      )
    await request('192.0.2.66', 103)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(100)
    await request('192.0.2.67', 1)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(1)
  })

  it('stores the request without a queue, for the next requeue', async () => {
    deps.queue.setUnavailable(true)
    await createLinkRequest(deps, { address: ADDRESS, kind: 'verifyEmail', email: 'away@example.com' })
    deps.queue.setUnavailable(false)
    const newest = await deps.db.linkRequest.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
    deps.clock.advance(30_000)
    await requeueLinkRequests(deps)
    expect(deps.queue.take('accounts.mailLink')).toContainEqual({ requestId: newest?.id })
  })
})

describe('mailLink', () => {
  async function request(kind: LinkRequest['kind'], email: string): Promise<{ requestId: string }> {
    await createLinkRequest(deps, { kind, email, address: '192.0.2.1' })
    const [job] = deps.queue.take('accounts.mailLink')
    if (!job) throw new Error('No request was enqueued')
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

  it('mails a student a reset token for 15 minutes, to the address as stored', async () => {
    const student = await makeStudent(deps, { email: 'Ada@example.com' })
    const job = await request('resetStudent', 'ada@EXAMPLE.com')
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

  it('mails once for repeated and simultaneous jobs', async () => {
    const student = await makeStudent(deps)
    const job = await request('resetStudent', student.email)
    await Promise.all([mailLink(deps, job), mailLink(deps, job)])
    await mailLink(deps, job)
    expect(await readOutbox(deps, 'password-reset', student.email)).toHaveLength(1)
    expect(await deps.db.oneTimeToken.count({ where: { studentId: student.id } })).toBe(1)
  })

  it('mails every active referer of an address', async () => {
    const first = await makeReferer('CLUB1')
    const second = await makeReferer('CLUB2')
    await makeReferer('GONE1', deps.clock.now())
    await mailLink(deps, await request('resetReferer', 'kim@example.com'))
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

  it('mails a verification token to an unverified student alone', async () => {
    const waiting = await makeStudent(deps, { verifiedAt: null })
    const verified = await makeStudent(deps)
    await mailLink(deps, await request('verifyEmail', waiting.email))
    await mailLink(deps, await request('verifyEmail', verified.email))
    const mails = await readOutbox(deps, 'verify-email')
    expect(mails.map(({ to }) => to)).toEqual([waiting.email])
  })

  it('mails nothing without an account, or to an erased one', async () => {
    const before = await deps.db.outboxMessage.count()
    const erased = await makeStudent(deps, { erasedAt: deps.clock.now(), verifiedAt: null })
    for (const email of [erased.email, 'nobody@example.com']) {
      for (const kind of ['verifyEmail', 'resetStudent', 'resetReferer'] as const) {
        await mailLink(deps, await request(kind, email))
      }
    }
    expect(await deps.db.outboxMessage.count()).toBe(before)
  })

  it('refuses a request that the shop did not seal', async () => {
    const requestSealed = Buffer.from(JSON.stringify({ kind: 'resetStudent', emailKey: 'a@b.uk' }))
    await deps.db.linkRequest.create({ data: { id: 'forged', requestSealed, createdAt: deps.clock.now() } })
    await expect(mailLink(deps, { requestId: 'forged' })).rejects.toThrow('Sealed with a key')
  })

  it('deletes the handled request', async () => {
    const job = await request('resetStudent', 'nobody-at-all@example.com')
    await mailLink(deps, job)
    expect(await deps.db.linkRequest.count({ where: { id: job.requestId } })).toBe(0)
  })
})

describe('requeueLinkRequests', () => {
  beforeAll(() => deps.db.linkRequest.deleteMany())

  async function request(email: string): Promise<string> {
    await createLinkRequest(deps, { kind: 'resetStudent', email, address: '192.0.2.1' })
    return deps.queue.take('accounts.mailLink')[0]?.requestId ?? ''
  }

  it('enqueues old requests, the oldest first, and leaves young ones to their own job', async () => {
    const [first, second] = [await request('one@example.com'), await request('two@example.com')]
    deps.clock.advance(30_000)
    await request('three@example.com')
    expect(await requeueLinkRequests(deps)).toBe(2)
    expect(deps.queue.take('accounts.mailLink')).toEqual([{ requestId: first }, { requestId: second }])
  })

  it('deletes requests after an hour', async () => {
    deps.clock.advance(61 * 60_000)
    expect(await requeueLinkRequests(deps)).toBe(0)
    expect(await deps.db.linkRequest.count()).toBe(0)
  })
})

describe('requestPasswordReset', () => {
  it('answers the same with an account, without one, and beyond the limit, without a token', async () => {
    const student = await makeStudent(deps)
    const answer = { success: true, message: expect.stringContaining('If that address has an account') }
    const request = (email: string) =>
      requestPasswordReset(deps, { email, type: 'user', address: '192.0.2.1' })
    expect(await request('noone@example.com')).toEqual(answer)
    for (let i = 0; i < 7; i++) expect(await request(student.email)).toEqual(answer)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(4)
    expect(
      await requestPasswordReset(deps, { email: student.email, type: 'referer', address: '192.0.2.1' }),
    ).toEqual(answer)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(1)
  })
})

describe('resendVerification', () => {
  it('answers the same with an account, without one, and beyond the limit', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const answer = { success: true, message: 'Email sent!' }
    expect(await resendVerification(deps, { email: 'nobody@example.com', address: '192.0.2.1' })).toEqual(
      answer,
    )
    for (let i = 0; i < 7; i++)
      expect(await resendVerification(deps, { email: student.email, address: '192.0.2.1' })).toEqual(answer)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(4)
  })
})
