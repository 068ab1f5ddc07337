import { expect, test } from 'vitest'
import { erasedEmail, erasedName, isErasedEmail } from '#server/features/mail/erased-person.ts'
import { isEmail } from '#shared/schemas/primitives.ts'

test('an erased person keeps an id, formatted as a name and an address', () => {
  expect(erasedName('0a1b')).toBe('erased-0a1b')
  expect(isEmail(erasedEmail('0a1b'))).toBe(true)
  expect(isErasedEmail(erasedEmail('0a1b'))).toBe(true)
})

test('other addresses are not erased ones', () => {
  expect(isErasedEmail('erased-0a1b@example.com')).toBe(false)
  expect(isErasedEmail('sam@noterased.invalid')).toBe(false)
})
