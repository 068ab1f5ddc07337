import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearKeptCart, findKeptCart } from '#server/features/accounts/kept-cart.ts'
import { registerStudent } from '#server/features/accounts/registration.ts'
import { isVerified } from '#server/features/accounts/verification.ts'
import { hashToken } from '#server/infra/ids.ts'
import { registerInput } from '#shared/schemas/auth.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

function form(overrides: Record<string, unknown>) {
  return registerInput.parse({
    username: 'Sam',
    email: 'sam@example.com',
    password: 'go around 27',
    ...overrides,
  })
}

describe('registerStudent', () => {
  it('creates an unverified account and mails a token for 24 hours', async () => {
    const answer = await registerStudent(deps, form({ username: ' Ada ', email: ' Ada@Example.com ' }))
    expect(answer).toEqual({
      success: true,
      requiresVerification: true,
      message: 'Check your email for a link to confirm your address.',
      user: null,
      token: null,
      waiting: expect.any(String),
    })
    const student = await deps.db.student.findUniqueOrThrow({
      where: { emailKey: 'ada@example.com' },
      include: { tokens: true, sessions: true },
    })
    expect(student).toMatchObject({
      username: 'Ada',
      usernameKey: 'ada',
      email: 'Ada@Example.com',
      accountType: 'personal',
      verifiedAt: null,
      newsOptInAt: null,
      createdAt: deps.clock.now(),
      lastSeenAt: deps.clock.now(),
      sessions: [],
    })
    const token = await newestToken(deps, 'verify-email', 'Ada@Example.com')
    expect(student.tokens).toHaveLength(1)
    expect(student.tokens[0]).toMatchObject({
      purpose: 'verifyEmail',
      tokenHash: hashToken(token),
      email: 'Ada@Example.com',
      expiresAt: new Date('2026-11-22T10:00:00.000Z'),
      usedAt: null,
    })
    const [mail] = await readOutbox(deps, 'verify-email', 'Ada@Example.com')
    expect(deps.queue.take('mail.send')).toEqual([{ outboxId: mail?.id, isAwaited: true }])
  })

  it('stores neither password nor token readable', async () => {
    await registerStudent(
      deps,
      form({ username: 'Bea', email: 'bea@example.com', password: 'bea lands here' }),
    )
    const token = await newestToken(deps, 'verify-email', 'bea@example.com')
    const rows = await deps.pool.query<{ row: string }>(
      `select row_to_json(t)::text as row from "Student" t union all select row_to_json(t)::text from "OneTimeToken" t
       union all select row_to_json(t)::text from "OutboxMessage" t`,
    )
    const everything = rows.rows.map(({ row }) => row).join('\n')
    expect(everything).toContain('bea@example.com')
    expect(everything).not.toContain(token)
    expect(everything).not.toContain(Buffer.from(token).toString('hex'))
    expect(everything).not.toContain('bea lands here')
    expect(deps.logged.join('')).not.toContain(token)
  })

  it('stores business details and a yes to news', async () => {
    await registerStudent(
      deps,
      form({
        username: 'Flying Club',
        email: 'club@example.com',
        accountType: 'business',
        businessName: 'Crosswind Club',
        isVatRegistered: true,
        vatNumber: 'GB123456789',
        businessCity: 'Wells',
        businessNumber: '  ',
        wantsNews: true,
      }),
    )
    const student = await deps.db.student.findUniqueOrThrow({ where: { emailKey: 'club@example.com' } })
    expect(student).toMatchObject({
      accountType: 'business',
      businessName: 'Crosswind Club',
      businessNumber: null,
      isVatRegistered: true,
      vatNumber: 'GB123456789',
      businessCity: 'Wells',
      businessCountry: 'United Kingdom',
      newsOptInAt: deps.clock.now(),
    })
  })

  it('stores no VAT number without a registration', async () => {
    const email = 'unregistered@example.com'
    await registerStudent(deps, form({ username: 'Unregistered', email, vatNumber: 'GB123456789' }))
    const student = await deps.db.student.findUniqueOrThrow({ where: { emailKey: email } })
    expect(student).toMatchObject({ isVatRegistered: false, vatNumber: null })
  })

  it('refuses a taken address or name in any letter case, and a leaked password', async () => {
    await registerStudent(deps, form({ username: 'Cleo', email: 'cleo@example.com' }))
    await expect(
      registerStudent(deps, form({ username: 'Other', email: 'CLEO@example.com' })),
    ).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'Email already registered',
    })
    await expect(
      registerStudent(deps, form({ username: 'cLEO', email: 'other@example.com' })),
    ).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
      message: 'Username taken',
    })
    await expect(
      registerStudent(deps, form({ username: 'Dan', email: 'dan@example.com', password: 'Password1' })),
    ).rejects.toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    expect(await deps.db.student.count({ where: { usernameKey: { in: ['other', 'dan'] } } })).toBe(0)
  })

  it('lets one of several simultaneous requests for an address through, with one mail', async () => {
    const tries = ['one', 'two', 'three', 'four'].map((username) =>
      registerStudent(deps, form({ username, email: 'race@example.com' })),
    )
    const results = await Promise.allSettled(tries)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'EMAIL_TAKEN' })
    }
    expect(await readOutbox(deps, 'verify-email', 'race@example.com')).toHaveLength(1)
  })

  it('lets one of several simultaneous requests for a name through', async () => {
    const tries = ['a', 'b', 'c'].map((letter) =>
      registerStudent(deps, form({ username: 'Racer', email: `${letter}@example.com` })),
    )
    const results = await Promise.allSettled(tries)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'USERNAME_TAKEN' })
    }
  })

  it('registers without a queue: the mail waits in the outbox', async () => {
    deps.queue.setUnavailable(true)
    await registerStudent(deps, form({ username: 'Eve', email: 'eve@example.com' }))
    deps.queue.setUnavailable(false)
    expect(await readOutbox(deps, 'verify-email', 'eve@example.com')).toHaveLength(1)
  })
})

describe('a registration that is confirmed in another browser', () => {
  it('lets the browser that waits ask whether the address is verified, and nothing else', async () => {
    const { waiting = '' } = await registerStudent(
      deps,
      form({ username: 'waits', email: 'waits@example.com' }),
    )
    expect(waiting).not.toContain('waits')
    expect(await isVerified(deps, waiting)).toBe(false)
    await deps.db.student.update({
      where: { emailKey: 'waits@example.com' },
      data: { verifiedAt: deps.clock.now() },
    })
    expect(await isVerified(deps, waiting)).toBe(true)
    expect(await isVerified(deps, `${waiting.slice(0, -4)}AAAA`)).toBe(false)
    expect(await isVerified(deps, 'nothing')).toBe(false)
  })

  it('keeps the cart with the account until a browser has taken it over', async () => {
    await registerStudent(deps, form({ username: 'carts', email: 'carts@example.com', cartVideoIds: [2, 3] }))
    const { id } = await deps.db.student.findUniqueOrThrow({ where: { emailKey: 'carts@example.com' } })
    expect(await findKeptCart(deps, id)).toEqual([2, 3])
    await clearKeptCart(deps, id)
    expect(await findKeptCart(deps, id)).toEqual([])
  })
})
