import { describe, expect, it } from 'vitest'
import { refuseCommonPassword } from '#server/features/accounts/passwords.ts'

describe('refuseCommonPassword', () => {
  it.each([
    'password1',
    'PASSWORD1',
    'Sunshine',
    '12345678',
    ' '.repeat(8),
    ' \u00A0\t ',
    'ж'.repeat(9),
    '🛩'.repeat(8),
  ])('refuses %j', async (password) => {
    await expect(refuseCommonPassword(password)).rejects.toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
  })

  it('lets through what no list has', async () => {
    await expect(refuseCommonPassword('crosswind landing 27')).resolves.toBeUndefined()
  })
})
