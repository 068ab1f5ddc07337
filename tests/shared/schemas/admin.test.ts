import { beforeAll, describe, expect, test } from 'vitest'
import {
  adminVerifyCodeInput,
  applicationDecisionInput,
  createRefererInput,
  isMasked,
  payoutStatusInput,
  quarterInput,
  updateRefererInput,
} from '#shared/schemas/admin.ts'
import { refererDetailsInput } from '#shared/schemas/referer-portal.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { errors } from './outcome.ts'

beforeAll(speakPlainly)

describe('adminVerifyCodeInput', () => {
  test.each(['12345', '1234567', '12345a', '', undefined, 123456])('refuses the code %j', (authCode) => {
    expect(errors(adminVerifyCodeInput, { sessionToken: 't', authCode })).toEqual([
      { field: 'authCode', message: 'Please enter the 6 digits of your code.' },
    ])
  })
})

describe('createRefererInput', () => {
  const referer = {
    name: 'Hedgerow Flying Club',
    contactEmail: 'club@example.com',
    contactName: 'Sam Sample',
    referralCode: 'hedgerow17',
    password: '123456',
  }

  test('writes the code in capitals and fills the usual percentages', () => {
    expect(createRefererInput.parse(referer)).toEqual({
      ...referer,
      referralCode: 'HEDGEROW17',
      discountPercentage: 10,
      commissionPercentage: 5,
    })
  })

  test('keeps 0 and 12.5 percent', () => {
    const parsed = createRefererInput.parse({ ...referer, discountPercentage: 0, commissionPercentage: 12.5 })
    expect(parsed).toMatchObject({ discountPercentage: 0, commissionPercentage: 12.5 })
  })

  test.each([
    ['name', '', 'Club name is required'],
    ['contactEmail', 'club', 'Valid email is required'],
    ['contactEmail', undefined, 'Valid email is required'],
    ['contactName', ' ', 'Contact name is required'],
    ['referralCode', 'AB', 'Referral code must be at least 3 characters'],
    ['referralCode', undefined, 'Referral code must be at least 3 characters'],
    ['referralCode', 'A'.repeat(21), 'Referral code too long'],
    ['referralCode', 'CLUB 17', 'Referral code may hold letters, figures, hyphens and underscores only'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['discountPercentage', 101, 'Please enter a number from 0 to 100.'],
    ['discountPercentage', -1, 'Please enter a number from 0 to 100.'],
    ['commissionPercentage', '5', 'Please enter a number from 0 to 100.'],
    ['commissionPercentage', 5.125, 'Please use at most two decimals.'],
  ])('refuses %s %j', (field, value, message) => {
    expect(errors(createRefererInput, { ...referer, [field]: value })).toEqual([{ field, message }])
  })
})

describe('a registration for VAT in the back office and the portal', () => {
  const referer = { id: 'r1', name: 'Hedgerow', contactEmail: 'club@example.com', contactName: 'Sam' }
  const vat = (schema: typeof updateRefererInput | typeof refererDetailsInput, vatNumber: string | null) =>
    errors(schema, { ...referer, isVatRegistered: true, vatNumber })
  const invalid = 'VAT number must be a valid UK number, like GB123456782'

  test.each(['banana', 'GB1', '000000000'])('is none under %j', (vatNumber) => {
    expect(vat(updateRefererInput, vatNumber)).toEqual([{ field: 'vatNumber', message: invalid }])
    expect(vat(refererDetailsInput, vatNumber)).toEqual([{ field: 'vatNumber', message: invalid }])
  })

  test('has a number, and the number is its own once it is right', () => {
    const message = 'VAT number is required when VAT registered'
    expect(vat(updateRefererInput, '')).toEqual([{ field: 'vatNumber', message }])
    expect(vat(updateRefererInput, 'GB 123 4567 82')).toEqual([])
    expect(vat(refererDetailsInput, '123456782')).toEqual([])
  })
})

describe('updateClubInput', () => {
  const referer = { id: 'r1', name: 'Hedgerow', contactEmail: 'club@example.com', contactName: 'Sam' }

  test('takes blank, null and absent alike', () => {
    const parsed = updateRefererInput.parse({ ...referer, city: '', postcode: null, isVatRegistered: null })
    expect(parsed).toMatchObject({
      city: null,
      postcode: null,
      phoneNumber: null,
      country: 'United Kingdom',
      isVatRegistered: false,
      commissionPercentage: null,
    })
  })

  test('lets masked bank numbers through as they are', () => {
    const masked = { sortCode: '••-••-56', accountNumber: '••••5678' }
    expect(updateRefererInput.parse({ ...referer, ...masked })).toMatchObject(masked)
    expect(isMasked('••••5678')).toBe(true)
    expect(isMasked('12345678')).toBe(false)
  })

  test.each([
    ['name', '', 'Club name is required'],
    ['contactEmail', 'club', 'Valid email required'],
    ['contactName', '', 'Contact name is required'],
    ['sortCode', '12345', 'Sort code must be 6 digits'],
    ['accountNumber', '1234', 'Account number must be 8 digits'],
  ])('refuses %s %j', (field, value, message) => {
    expect(errors(updateRefererInput, { ...referer, [field]: value })).toEqual([{ field, message }])
  })
})

describe('payouts and quarters', () => {
  test.each([
    ['2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
    [null, null],
    [undefined, null],
  ])('paidAt %j is kept as %j', (paidAt, kept) => {
    expect(payoutStatusInput.parse({ id: 'p1', status: 'paid', paidAt }).paidAt).toBe(kept)
  })

  test.each(['yesterday', '2026-11-21', '0000-01-01T00:00:00Z', '9999-12-31T00:00:00Z', 5])(
    'refuses paidAt %j',
    (paidAt) => {
      expect(errors(payoutStatusInput, { id: 'p1', status: 'paid', paidAt })[0]?.field).toBe('paidAt')
    },
  )

  test('a payout is set to pending or paid, never to anything else', () => {
    expect(errors(payoutStatusInput, { id: 'p1', status: 'void' })).toEqual([
      { field: 'status', message: 'Please choose one of the options offered.' },
    ])
  })

  test.each(['Q3', '2026-Q5', '2026-Q0', '26-Q1', '2026Q1', '', undefined, 20263])(
    'refuses %j',
    (quarterYear) => {
      expect(errors(quarterInput, { quarterYear })).toEqual([
        { field: 'quarterYear', message: 'Please give the quarter as year and number, like 2026-Q3.' },
      ])
    },
  )

  test('takes a whole label', () => {
    expect(quarterInput.parse({ quarterYear: '2025-Q4' })).toEqual({ quarterYear: '2025-Q4' })
  })
})

describe('applicationDecisionInput', () => {
  test('notes may have lines, and may be left out', () => {
    const notes = 'Not yet.\nPlease try again in spring.'
    expect(
      applicationDecisionInput.parse({ id: 'a', status: 'rejected', adminNotes: notes }).adminNotes,
    ).toBe(notes)
    expect(
      applicationDecisionInput.parse({ id: 'a', status: 'approved', adminNotes: ' ' }).adminNotes,
    ).toBeNull()
  })

  test('an application cannot be set back to pending', () => {
    expect(errors(applicationDecisionInput, { id: 'a', status: 'pending' })).toEqual([
      { field: 'status', message: 'Please approve or reject the application.' },
    ])
  })
})
