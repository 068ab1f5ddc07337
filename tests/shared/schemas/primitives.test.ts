import { describe, expect, test } from 'vitest'
import {
  hasControlCharacters,
  isEmail,
  isoTime,
  optionalLines,
  optionalText,
  pageInput,
  poundsString,
} from '#shared/schemas/primitives.ts'
import { faults } from './outcome.ts'

describe('isEmail', () => {
  test.each(['sam@example.com', "o'brien+club@mail.example.co.uk", 'a.b@xn--p1ai.xn--p1ai'])(
    'takes %s',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  test.each([
    '',
    'sam',
    'sam@',
    '@example.com',
    'sam@example',
    'a b@example.com',
    'sam@-example.com',
    'sam@example.com,b@c.de',
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false))

  test('an address has at most 254 characters', () => {
    expect(isEmail(`${'s'.repeat(242)}@example.com`)).toBe(true)
    expect(isEmail(`${'s'.repeat(243)}@example.com`)).toBe(false)
  })
})

describe('texts', () => {
  test('a line has no control characters; several lines have tabs and breaks alone', () => {
    expect(hasControlCharacters('Łódź, ő, 👩‍✈️')).toBe(false)
    expect(hasControlCharacters('a\nb')).toBe(true)
    expect(hasControlCharacters('a\r\n\tb', true)).toBe(false)
    expect(hasControlCharacters('a\u0000b', true)).toBe(true)
  })

  test.each([undefined, null, '', ' \n '])('%j is no text', (nothing) => {
    expect(optionalText(10).parse(nothing)).toBeNull()
    expect(optionalLines(10).parse(nothing)).toBeNull()
  })

  test('the bound is on what remains after trimming', () => {
    expect(optionalText(3).parse('  abc  ')).toBe('abc')
    expect(faults(optionalText(3), 'abcd')).toEqual([
      { field: '', message: 'Please use at most 3 characters.' },
    ])
  })
})

describe('money and time on the wire', () => {
  test.each(['0.00', '60.00', '-6.50', '123456.78'])('%s is an amount', (text) => {
    expect(poundsString.safeParse(text).success).toBe(true)
  })

  test.each(['60', '60.5', '.50', '060.00', '1,000.00', '6e1', '--1.00'])('%s is not', (text) => {
    expect(poundsString.safeParse(text).success).toBe(false)
  })

  test('times are in UTC', () => {
    expect(isoTime.safeParse('2026-11-21T09:00:00.000Z').success).toBe(true)
    expect(isoTime.safeParse('2026-11-21T09:00:00+01:00').success).toBe(false)
  })
})

test('a page has 50 rows unless told, and never more than 200', () => {
  expect(pageInput.parse({})).toEqual({ limit: 50, cursor: null })
  expect(pageInput.safeParse({ limit: 201 }).success).toBe(false)
})
