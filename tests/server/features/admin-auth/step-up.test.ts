import { expect, it } from 'vitest'
import { stepUpEndsAt } from '#server/features/admin-auth/step-up.ts'

it('keeps a code fresh for twelve hours', () => {
  expect(stepUpEndsAt(new Date('2026-11-21T22:00:00Z'))).toEqual(new Date('2026-11-22T10:00:00Z'))
})
