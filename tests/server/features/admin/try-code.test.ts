import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spendChallenge, tryCode } from '#server/features/admin/try-code.ts'
import { hashToken } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { beginSignIn, otherThan } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function begin() {
  const { sessionToken, code } = await beginSignIn(deps, await makeAdmin(deps))
  return { tokenHash: hashToken(sessionToken), code }
}

describe('tryCode', () => {
  it('costs a try, right or wrong', async () => {
    const { tokenHash, code } = await begin()
    expect(await tryCode(deps, { tokenHash, authCode: otherThan(code) })).toEqual({ outcome: 'wrong' })
    expect(await tryCode(deps, { tokenHash, authCode: code })).toMatchObject({ outcome: 'right' })
    const challenge = await deps.db.adminChallenge.findUniqueOrThrow({ where: { tokenHash } })
    expect(challenge.triesLeft).toBe(3)
  })

  it('looks at five of thirty at once, and then at no right one', async () => {
    const { tokenHash, code } = await begin()
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => tryCode(deps, { tokenHash, authCode: otherThan(code) })),
    )
    expect(tries.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(4)
    expect(await tryCode(deps, { tokenHash, authCode: code })).toEqual({ outcome: 'over' })
  })

  it('does not know a challenge that nobody began', async () => {
    expect(await tryCode(deps, { tokenHash: 'nothing', authCode: '000000' })).toEqual({ outcome: 'over' })
  })
})

describe('spendChallenge', () => {
  it('is true once, of ten at once', async () => {
    const { tokenHash, code } = await begin()
    const tried = await tryCode(deps, { tokenHash, authCode: code })
    const codeHash = tried.outcome === 'right' ? tried.codeHash : ''
    const spend = () => deps.db.$transaction((tx) => spendChallenge(tx, deps, { tokenHash, codeHash }))
    const spent = await Promise.all(Array.from({ length: 10 }, spend))
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  it('is false for a code that a newer one has ended since it was tried', async () => {
    const { tokenHash, code } = await begin()
    const tried = await tryCode(deps, { tokenHash, authCode: code })
    const codeHash = tried.outcome === 'right' ? tried.codeHash : ''
    await deps.db.adminChallenge.update({ where: { tokenHash }, data: { codeHash: 'newer' } })
    const spend = deps.db.$transaction((tx) => spendChallenge(tx, deps, { tokenHash, codeHash }))
    expect(await spend).toBe(false)
  })
})
