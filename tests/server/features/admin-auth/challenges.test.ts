import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumeCode } from '#server/features/admin-auth/challenges.ts'
import { hashToken } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { addAuthenticator, appCode, beginSignIn, otherThan, refusalOf } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function begin() {
  const admin = await makeAdmin(deps)
  const { sessionToken, code } = await beginSignIn(deps, admin)
  return { admin, tokenHash: hashToken(sessionToken), code }
}

const WORDS = { whenWrong: 'ADMIN_CODE_WRONG', whenOver: 'ADMIN_CODE_EXPIRED' } as const

function spend(
  { admin, tokenHash }: Awaited<ReturnType<typeof begin>>,
  authCode: string,
  method: 'email' | 'app' | 'recovery' = 'email',
) {
  const code = { adminId: admin.id, tokenHash, authCode, method, ...WORDS }
  return consumeCode(deps, code, async () => 'done')
}

const triesLeft = async (tokenHash: string) =>
  (await deps.db.adminChallenge.findUniqueOrThrow({ where: { tokenHash } })).triesLeft

describe('spendCode', () => {
  it('costs a try, right or wrong', async () => {
    const begun = await begin()
    expect(await refusalOf(spend(begun, otherThan(begun.code)))).toBe('ADMIN_CODE_WRONG')
    expect(await spend(begun, begun.code)).toBe('done')
    expect(await triesLeft(begun.tokenHash)).toBe(3)
  })

  it('looks at five of thirty at once, and then at no right one', async () => {
    const begun = await begin()
    const wrong = () => refusalOf(spend(begun, otherThan(begun.code)))
    const refusals = await Promise.all(Array.from({ length: 30 }, wrong))
    expect(refusals.filter((refusal) => refusal === 'ADMIN_CODE_WRONG')).toHaveLength(4)
    expect(await refusalOf(spend(begun, begun.code))).toBe('ADMIN_CODE_EXPIRED')
  })

  it('does once what ten right codes at once ask for', async () => {
    const begun = await begin()
    await deps.db.adminChallenge.update({ where: { tokenHash: begun.tokenHash }, data: { triesLeft: 10 } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => refusalOf(spend(begun, begun.code))))
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(1)
  })

  it('does not know a challenge that nobody began', async () => {
    const { admin } = await begin()
    const nothing = { admin, tokenHash: 'nothing', code: '' }
    expect(await refusalOf(spend(nothing, '000000'))).toBe('ADMIN_CODE_EXPIRED')
  })

  it('takes back everything when what it is for fails', async () => {
    const begun = await begin()
    const { secret, recoveryCodes } = await addAuthenticator(deps, begun.admin.id)
    deps.clock.advance(30_000)
    const ways = [
      { authCode: begun.code, method: 'email' },
      { authCode: appCode(secret, deps.clock.now()), method: 'app' },
      { authCode: recoveryCodes[0] ?? '', method: 'recovery' },
    ] as const
    for (const way of ways) {
      const { id: adminId } = begun.admin
      const code = { adminId, tokenHash: begun.tokenHash, ...way, ...WORDS }
      const failing = consumeCode(deps, code, () => Promise.reject(new Error('no')))
      await expect(failing).rejects.toThrow('no')
    }
    expect(await spend(begun, recoveryCodes[0] ?? '', 'recovery')).toBe('done')
  })
})
