import { describe, expect, test } from 'vitest'
import {
  email,
  hasUnseenCharacters,
  isEmail,
  isoTime,
  linkToken,
  optional,
  optionalFlag,
  optionalLines,
  optionalText,
  pageInput,
  percent,
  percentMessage,
  poundsString,
  requiredText,
} from '#shared/schemas/primitives.ts'
import { errors } from './outcome.ts'

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
    expect(hasUnseenCharacters('Łódź, ő, 👩‍✈️')).toBe(false)
    expect(hasUnseenCharacters('a\nb')).toBe(true)
    expect(hasUnseenCharacters('a\r\n\tb', true)).toBe(false)
    expect(hasUnseenCharacters('a\u0000b', true)).toBe(true)
    expect(hasUnseenCharacters('a\u0085b', true)).toBe(true)
  })

  test.each([
    '\u007F',
    '\u0085',
    '\u200B',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u202E',
    '\u2028',
    '\u2066',
    '\u2069',
  ])('a line does not hold %j, which turns or hides what follows', (mark) => {
    const message = 'Please remove the characters that cannot be shown.'
    expect(errors(requiredText(40, 'Name?'), `Amelia ${mark} Ear`)).toEqual([{ field: '', message }])
    expect(errors(optionalText(40), `Amelia\uFEFF${mark} Ear`)).toEqual([{ field: '', message }])
  })

  test('blanks within a long line cost no more than its length', () => {
    const long = `x${' '.repeat(900_000)}x`
    expect(errors(requiredText(40, 'Name?'), long)).toEqual([
      { field: '', message: 'Please use at most 40 characters.' },
    ])
  })

  test('marks around what was copied from an address book go with the blanks', () => {
    expect(requiredText(40, 'Phone?').parse('\u202A+44 1632 960000\u202C ')).toBe('+44 1632 960000')
    expect(optionalText(40).parse('\u200E\u200E')).toBeNull()
    expect(email('Email?', 'Email!').parse(' \u2068sam@example.com\u2069')).toBe('sam@example.com')
  })

  test.each([undefined, null, '', ' \n '])('%j is no text', (nothing) => {
    expect(optionalText(10).parse(nothing)).toBeNull()
    expect(optionalLines(10).parse(nothing)).toBeNull()
  })

  test('the bound is on what remains after trimming', () => {
    expect(optionalText(3).parse('  abc  ')).toBe('abc')
    expect(errors(optionalText(3), 'abcd')).toEqual([
      { field: '', message: 'Please use at most 3 characters.' },
    ])
  })
})

test('a token of any length is one, if only a wrong one', () => {
  expect(errors(linkToken('Which?'), 'x'.repeat(5_000))).toEqual([])
  expect(errors(linkToken('Which?'), ' ')).toEqual([{ field: '', message: 'Which?' }])
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

test('a page has 50 rows by default, and never more than 200', () => {
  expect(pageInput.parse({})).toEqual({ limit: 50, cursor: null })
  expect(pageInput.safeParse({ limit: 201 }).success).toBe(false)
})

test('a text that is too long gets one message, and no further check', () => {
  const message = 'Please use at most 20 characters.'
  const unseen = '\u202e'.repeat(21)
  for (const schema of [
    requiredText(20, 'Which?').refine(() => false, 'Looked at'),
    optionalText(20),
    optionalLines(20),
  ])
    expect(errors(schema, `x${unseen}x`)).toEqual([{ field: '', message }])
})

describe('what is no text and may be left out', () => {
  const share = optional(percent, percentMessage)

  test.each([[null], [''], [undefined]])('%j is null, or no', (value) => {
    expect(share.parse(value)).toBeNull()
    expect(optionalFlag.parse(value)).toBe(false)
  })

  test('what is there is held to its rule, in its own words', () => {
    expect(share.parse(12.5)).toBe(12.5)
    expect(optionalFlag.parse(true)).toBe(true)
    for (const value of [101, '12', 'half'])
      expect(errors(share, value)).toEqual([{ field: '', message: percentMessage }])
    expect(errors(share, 1.001)).toEqual([{ field: '', message: 'Please use at most two decimals.' }])
  })
})
