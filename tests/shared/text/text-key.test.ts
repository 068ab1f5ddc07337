import { describe, expect, test } from 'vitest'
import { keyOf } from '#shared/text/text-key.ts'

describe('keyOf', () => {
  test('compares without case and outer blanks, and keeps dots and plus signs', () => {
    expect(keyOf('  Sam.Pilot+Films@Example.COM ')).toBe('sam.pilot+films@example.com')
  })
})
