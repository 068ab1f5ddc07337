import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumeCode } from '#server/features/admin-auth/challenges.ts'
import { hashToken } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { addAuthenticator, appCode, otherThan, refusalOf, startSignIn } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function createChallenge() {
  const admin = await makeAdmin(deps)
  const { sessionToken, code } = await startSignIn(deps, admin)
  return { admin, tokenHash: hashToken(sessionToken), code }
}

const REFUSALS = { whenWrong: 'ADMIN_CODE_WRONG', whenOver: 'ADMIN_CODE_EXPIRED' } as const

function consume(
  { admin, tokenHash }: Awaited<ReturnType<typeof createChallenge>>,
  authCode: string,
  method: 'email' | 'app' | 'recovery' = 'email',
) {
  const code = { adminId: admin.id, tokenHash, authCode, method, ...REFUSALS }
  return consumeCode(deps, code, async () => 'done')
}

const triesLeft = async (tokenHash: string) =>
  (await deps.db.adminChallenge.findUniqueOrThrow({ where: { tokenHash } })).triesLeft

describe('consumeCode', () => {
  it('consumes a try, right or wrong', async () => {
    const challenge = await createChallenge()
    expect(await refusalOf(consume(challenge, otherThan(challenge.code)))).toBe('ADMIN_CODE_WRONG')
    expect(await consume(challenge, challenge.code)).toBe('done')
    expect(await triesLeft(challenge.tokenHash)).toBe(3)
  })

  it('checks five of thirty simultaneous guesses, and then no right code', async () => {
    const challenge = await createChallenge()
    const wrong = () => refusalOf(consume(challenge, otherThan(challenge.code)))
    const refusals = await Promise.all(Array.from({ length: 30 }, wrong))
    expect(refusals.filter((refusal) => refusal === 'ADMIN_CODE_WRONG')).toHaveLength(4)
    expect(await refusalOf(consume(challenge, challenge.code))).toBe('ADMIN_CODE_EXPIRED')
  })

  it('acts once for ten simultaneous right codes', async () => {
    const challenge = await createChallenge()
    await deps.db.adminChallenge.update({
      where: { tokenHash: challenge.tokenHash },
      data: { triesLeft: 10 },
    })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusalOf(consume(challenge, challenge.code))),
    )
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(1)
  })

  it('refuses an unknown challenge', async () => {
    const { admin } = await createChallenge()
    const nothing = { admin, tokenHash: 'nothing', code: '' }
    expect(await refusalOf(consume(nothing, '000000'))).toBe('ADMIN_CODE_EXPIRED')
  })

  it('consumes nothing but the try when the act fails', async () => {
    const challenge = await createChallenge()
    const { secret, recoveryCodes } = await addAuthenticator(deps, challenge.admin.id)
    deps.clock.advance(30_000)
    const ways = [
      { authCode: challenge.code, method: 'email' },
      { authCode: appCode(secret, deps.clock.now()), method: 'app' },
      { authCode: recoveryCodes[0] ?? '', method: 'recovery' },
    ] as const
    for (const way of ways) {
      const { id: adminId } = challenge.admin
      const code = { adminId, tokenHash: challenge.tokenHash, ...way, ...REFUSALS }
      const failing = consumeCode(deps, code, () => Promise.reject(new Error('no')))
      await expect(failing).rejects.toThrow('no')
    }
    expect(await consume(challenge, recoveryCodes[0] ?? '', 'recovery')).toBe('done')
  })
})
