import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAuthenticator } from '#server/features/admin-auth/queries.ts'
import { renewRecoveryCodes } from '#server/features/admin-auth/recovery-codes.ts'
import {
  confirmAuthenticator,
  createAuthenticator,
  removeAuthenticator,
} from '#server/features/admin-auth/second-factors.ts'
import { verifyCode } from '#server/features/admin-auth/sign-in.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { addAuthenticator, appCode, otherThan, refusalOf, startSignIn } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function signInWith(admin: MadeAdmin, authCode: string, method: 'app' | 'recovery') {
  const { sessionToken } = await startSignIn(deps, admin)
  return refusalOf(verifyCode(deps, { sessionToken, authCode, method, userAgent: 'a test' }))
}

const nextStep = () => deps.clock.advance(30_000)
const codeOf = (secret: string) => appCode(secret, deps.clock.now())

describe('an authenticator app', () => {
  it('has a URI that apps read from the QR code', async () => {
    const admin = await makeAdmin(deps)
    const { secret, uri } = await createAuthenticator(deps, { adminId: admin.id })
    expect(uri).toMatch(/^otpauth:\/\/totp\//)
    const query = new URL(uri).searchParams
    expect(query.get('secret')).toBe(secret)
    expect(query.get('period')).toBe('30')
    expect(query.get('digits')).toBe('6')
    expect(decodeURIComponent(uri)).toContain(admin.email)
  })

  it('takes effect with its first right code, and is stored sealed', async () => {
    const admin = await makeAdmin(deps)
    const { secret } = await createAuthenticator(deps, { adminId: admin.id })
    expect(await signInWith(admin, codeOf(secret), 'app')).toBe('ADMIN_CODE_WRONG')
    const wrong = confirmAuthenticator(deps, { adminId: admin.id, authCode: otherThan(codeOf(secret)) })
    expect(await refusalOf(wrong)).toBe('STEP_UP_CODE_WRONG')
    await confirmAuthenticator(deps, { adminId: admin.id, authCode: codeOf(secret) })
    nextStep()
    expect(await signInWith(admin, codeOf(secret), 'app')).toBeNull()
    const { totpSealed } = await deps.db.admin.findUniqueOrThrow({ where: { id: admin.id } })
    expect(Buffer.from(totpSealed ?? []).toString('latin1')).not.toContain(secret)
  })

  it('cannot be confirmed before it is created', async () => {
    const { id: adminId } = await makeAdmin(deps)
    const confirm = confirmAuthenticator(deps, { adminId, authCode: '123456' })
    expect(await refusalOf(confirm)).toBe('AUTHENTICATOR_NOT_BEGUN')
    expect(await refusalOf(renewRecoveryCodes(deps, { adminId }))).toBe('AUTHENTICATOR_NOT_BEGUN')
  })

  it('accepts each code once, and none before the last accepted one', async () => {
    const admin = await makeAdmin(deps)
    const { secret } = await addAuthenticator(deps, admin.id)
    expect(await signInWith(admin, codeOf(secret), 'app')).toBe('ADMIN_CODE_WRONG')
    const before = codeOf(secret)
    nextStep()
    const now = codeOf(secret)
    expect(await signInWith(admin, now, 'app')).toBeNull()
    expect(await signInWith(admin, now, 'app')).toBe('ADMIN_CODE_WRONG')
    expect(await signInWith(admin, before, 'app')).toBe('ADMIN_CODE_WRONG')
  })

  it('accepts a clock that is one step off, and no more', async () => {
    const admin = await makeAdmin(deps)
    const { secret } = await addAuthenticator(deps, admin.id)
    deps.clock.advance(120_000)
    const at = (steps: number) => appCode(secret, new Date(deps.clock.now().getTime() + steps * 30_000))
    expect(await signInWith(admin, at(-2), 'app')).toBe('ADMIN_CODE_WRONG')
    expect(await signInWith(admin, at(2), 'app')).toBe('ADMIN_CODE_WRONG')
    expect(await signInWith(admin, at(-1), 'app')).toBeNull()
    expect(await signInWith(admin, at(1), 'app')).toBeNull()
  })

  it('does not sign in to another account', async () => {
    const admin = await makeAdmin(deps)
    const { secret, recoveryCodes } = await addAuthenticator(deps, admin.id)
    const other = await makeAdmin(deps)
    nextStep()
    expect(await signInWith(other, codeOf(secret), 'app')).toBe('ADMIN_CODE_WRONG')
    expect(await signInWith(other, recoveryCodes[0] ?? '', 'recovery')).toBe('ADMIN_CODE_WRONG')
    const { totpSealed } = await deps.db.admin.findUniqueOrThrow({ where: { id: admin.id } })
    await deps.db.admin.update({ where: { id: other.id }, data: { totpSealed, totpAddedAt: null } })
    await expect(
      startSignIn(deps, other).then(({ sessionToken }) =>
        verifyCode(deps, { sessionToken, authCode: codeOf(secret), method: 'app', userAgent: 'a test' }),
      ),
    ).rejects.toThrow()
  })

  it('is removed with its recovery codes', async () => {
    const admin = await makeAdmin(deps)
    const { secret, recoveryCodes } = await addAuthenticator(deps, admin.id)
    await removeAuthenticator(deps, { adminId: admin.id })
    await removeAuthenticator(deps, { adminId: admin.id })
    nextStep()
    expect(await signInWith(admin, codeOf(secret), 'app')).toBe('ADMIN_CODE_WRONG')
    expect(await signInWith(admin, recoveryCodes[1] ?? '', 'recovery')).toBe('ADMIN_CODE_WRONG')
    expect(await findAuthenticator(deps, admin.id)).toEqual({ addedAt: null, recoveryCodesLeft: 0 })
    const actions = await deps.db.auditEntry.findMany({
      where: { subjectId: admin.id },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(['authenticator.added', 'authenticator.removed'])
  })
})

describe('a recovery code', () => {
  it('signs in once, in any letter case and spacing', async () => {
    const admin = await makeAdmin(deps)
    const { recoveryCodes } = await addAuthenticator(deps, admin.id)
    expect(recoveryCodes).toHaveLength(10)
    const [first = ''] = recoveryCodes
    expect(await signInWith(admin, ` ${first.toLowerCase().replace('-', ' ')} `, 'recovery')).toBeNull()
    expect(await signInWith(admin, first, 'recovery')).toBe('ADMIN_CODE_WRONG')
    expect(await findAuthenticator(deps, admin.id)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('is replaced by new codes', async () => {
    const admin = await makeAdmin(deps)
    const { recoveryCodes: older } = await addAuthenticator(deps, admin.id)
    const { recoveryCodes: newer } = await renewRecoveryCodes(deps, { adminId: admin.id })
    expect(await signInWith(admin, older[0] ?? '', 'recovery')).toBe('ADMIN_CODE_WRONG')
    expect(await signInWith(admin, newer[0] ?? '', 'recovery')).toBeNull()
  })
})

it('allows thirty guesses a day over all sign-ins', async () => {
  const admin = await makeAdmin(deps)
  await addAuthenticator(deps, admin.id)
  let looked = 0
  for (let hour = 0; hour < 24; hour++) {
    const { sessionToken } = await startSignIn(deps, admin)
    for (let i = 0; i < 5; i++) {
      const guess = verifyCode(deps, { sessionToken, authCode: '000000', method: 'app', userAgent: 'a test' })
      const refusal = await refusalOf(guess)
      if (refusal !== 'RATE_LIMITED') looked++
      else await deps.limits.reset('adminCode', `try:${admin.id}`)
    }
    await deps.limits.reset('adminCode', `mail:${admin.id}`)
    await deps.limits.reset('signInAccount', `admin:${admin.email.toLowerCase()}`)
  }
  expect(looked).toBe(30)
  recordReliability('second factor guessed', looked, 'guesses a day checked, of a million codes')
})
