import { expect, it, vi } from 'vitest'
import { isCommonPassword } from '#server/infra/common-passwords.ts'

vi.mock('@zxcvbn-ts/language-common', () => {
  throw new Error('The package takes long to load, and everybody waits')
})

it('knows every password of the list, without loading its package', async () => {
  expect(await isCommonPassword('password1')).toBe(true)
  const { dictionary } = await vi.importActual<typeof import('@zxcvbn-ts/language-common')>(
    '@zxcvbn-ts/language-common',
  )
  const known = dictionary['passwords-common']
  expect(known).toHaveLength(49_233)
  // Whatever needs an escape, and every fiftieth of the rest.
  const odd = known.filter((password) => JSON.stringify(password) !== `"${password}"`)
  const some = known.filter((_password, at) => at % 50 === 0)
  for (const password of [...odd, ...some, known.at(-1) ?? '']) {
    expect(await isCommonPassword(password)).toBe(true)
    expect(await isCommonPassword(password.toUpperCase())).toBe(true)
  }
})

it.each([
  'crosswind landing 27',
  'password1 ',
  'password","12345678',
  '"password1"',
  'ssword1',
  'password\\',
])('does not know %j', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})
