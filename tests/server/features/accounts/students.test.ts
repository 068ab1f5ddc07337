import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentAccount } from '#server/features/accounts/present.ts'
import { findAccount } from '#server/features/accounts/queries.ts'
import { changeBusiness, changeNews, optOutOfNews } from '#server/features/accounts/students.ts'
import { accountOutput } from '#shared/schemas/account.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function accountOf(studentId: string) {
  const account = await findAccount(deps, studentId)
  if (!account) throw new Error('No such account')
  return presentAccount(account)
}

const BUSINESS = {
  accountType: 'business',
  businessName: 'Ridge Flyers Ltd',
  businessNumber: '01234567',
  isVatRegistered: true,
  vatNumber: 'GB123456789',
  businessAddressLine1: '1 Hangar Row',
  businessAddressLine2: null,
  businessCity: 'Wells',
  businessPostcode: 'ZZ9 9ZZ',
  businessCountry: 'United Kingdom',
} as const

describe('the account', () => {
  it('is presented to its owner without hashes', async () => {
    const student = await makeStudent(deps)
    const account = await accountOf(student.id)
    expect(accountOutput.parse(account)).toEqual(account)
    expect(account.user).toEqual({ id: student.id, username: student.username, email: student.email })
    expect(JSON.stringify(account)).not.toContain('argon2')
  })

  it('is null once erased', async () => {
    const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
    expect(await findAccount(deps, erased.id)).toBeNull()
  })
})

describe('changeBusiness', () => {
  it('stores the details of a business, and clears them without one', async () => {
    const student = await makeStudent(deps)
    await changeBusiness(deps, { studentId: student.id, business: BUSINESS })
    expect((await accountOf(student.id)).business).toEqual(BUSINESS)

    await changeBusiness(deps, { studentId: student.id, business: { ...BUSINESS, isVatRegistered: false } })
    expect((await accountOf(student.id)).business).toMatchObject({ isVatRegistered: false, vatNumber: null })

    await changeBusiness(deps, { studentId: student.id, business: { ...BUSINESS, accountType: 'personal' } })
    const { accountType, isVatRegistered, ...rest } = (await accountOf(student.id)).business
    expect({ accountType, isVatRegistered }).toEqual({ accountType: 'personal', isVatRegistered: false })
    expect(Object.values(rest).every((value) => value === null)).toBe(true)
  })
})

describe('changeNews', () => {
  async function accountOf(studentId: string) {
    const account = await findAccount(deps, studentId)
    if (!account) throw new Error('No such account')
    return presentAccount(account)
  }

  it('stores yes and no with their times, and the last one counts', async () => {
    const student = await makeStudent(deps)
    const set = async (wantsNews: boolean) => {
      deps.clock.advance(1_000)
      await changeNews(deps, { studentId: student.id, wantsNews })
      return (await accountOf(student.id)).getsNews
    }
    expect((await accountOf(student.id)).getsNews).toBe(false)
    expect(await set(true)).toBe(true)
    expect(await set(false)).toBe(false)
    expect(await set(true)).toBe(true)
  })

  it('ends an unsubscription with a yes, but not a bounce', async () => {
    const student = await makeStudent(deps)
    const bounced = await makeStudent(deps)
    const createdAt = deps.clock.now()
    await deps.db.suppression.createMany({
      data: [
        { addressKey: student.email, reason: 'unsubscribed', createdAt },
        { addressKey: bounced.email, reason: 'bounced', createdAt },
      ],
    })
    for (const { id } of [student, bounced]) await changeNews(deps, { studentId: id, wantsNews: true })
    expect((await accountOf(student.id)).getsNews).toBe(true)
    expect((await accountOf(bounced.id)).getsNews).toBe(false)
  })
})

describe('optOutOfNews', () => {
  const optOut = (studentId: string) =>
    deps.db.$transaction((tx) => optOutOfNews(tx, { studentId, now: deps.clock.now() }))

  const newsOf = (id: string) =>
    deps.db.student.findUniqueOrThrow({ where: { id }, select: { newsOptInAt: true, newsOptOutAt: true } })

  it('stores the later no beside the earlier yes, of this student alone', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    await changeNews(deps, { studentId: student.id, wantsNews: true })
    const saidYesAt = deps.clock.now()
    deps.clock.advance(60_000)
    await optOut(student.id)
    expect(await newsOf(student.id)).toEqual({ newsOptInAt: saidYesAt, newsOptOutAt: deps.clock.now() })
    expect((await newsOf(other.id)).newsOptOutAt).toBeNull()
  })

  it('writes nothing on an erased account', async () => {
    const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
    await optOut(erased.id)
    expect((await newsOf(erased.id)).newsOptOutAt).toBeNull()
  })
})
