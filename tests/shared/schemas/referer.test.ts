import { beforeAll, describe, expect, test } from 'vitest'
import {
  formatSortCode,
  payoutOutput,
  refererApplicationForm,
  refererApplicationInput,
  refererLoginInput,
  refererResetForm,
} from '#shared/schemas/referer.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { errors } from './outcome.ts'

beforeAll(speakPlainly)

const application = {
  applicantType: 'individual',
  fullName: 'Sam Sample',
  contactEmail: 'sam@example.com',
  password: 'correct horse',
  confirmPassword: 'correct horse',
  phoneNumber: '01632 960001',
  businessName: 'Sam Sample',
  businessAddressLine1: '2 Taxiway Cottages',
  businessCity: 'Little Crosswind',
  businessPostcode: 'ZZ9 9ZZ',
  bankAccountName: 'S Sample',
  bankSortCode: '12-34-56',
  bankAccountNumber: '12345678',
  acceptedTerms: true,
}

describe('refererApplicationInput', () => {
  test('fills what is left out', () => {
    expect(refererApplicationInput.parse(application)).toEqual({
      ...application,
      organizationName: null,
      businessNumber: null,
      isVatRegistered: false,
      vatNumber: null,
      businessAddressLine2: null,
      businessCountry: 'United Kingdom',
      acceptedSelfBilling: false,
      confirmedAdult: false,
    })
  })

  test.each([
    ['fullName', 'S', 'Full name must be at least 2 characters'],
    ['fullName', undefined, 'Full name must be at least 2 characters'],
    ['contactEmail', '', 'Please enter a valid email address'],
    ['contactEmail', 'sam@', 'Please enter a valid email address'],
    ['fullName', 'Sam https://evil.example', 'Please leave the web address out of the name'],
    ['organizationName', 'www.evil.example', 'Please leave the web address out of the name'],
    ['phoneNumber', ' ', 'Phone number is required'],
    ['phoneNumber', 'call me', 'Please enter a phone number of at least seven digits'],
    ['phoneNumber', '01632 9', 'Please enter a phone number of at least seven digits'],
    ['phoneNumber', 'call 01632 960001', 'Please enter a phone number of at least seven digits'],
    ['businessName', 'S', 'Business name is required'],
    ['businessAddressLine1', '', 'Address line 1 is required'],
    ['businessCity', '', 'City is required'],
    ['businessPostcode', null, 'Postcode is required'],
    ['businessPostcode', 'banana', 'Enter a full UK postcode, like ZZ9 9ZZ'],
    ['bankSortCode', '12345', 'Sort code must be 6 digits'],
    ['bankSortCode', '12-34-567', 'Sort code must be 6 digits'],
    ['bankSortCode', '12345678', 'Sort code must be 6 digits'],
    ['bankSortCode', 'ab-cd-ef', 'Sort code must be 6 digits'],
    ['bankSortCode', undefined, 'Sort code must be 6 digits'],
    ['bankAccountNumber', '1234567', 'Account number must be 8 digits'],
    ['bankAccountNumber', '123456789', 'Account number must be 8 digits'],
    ['bankAccountNumber', '1234567a', 'Account number must be 8 digits'],
    ['bankAccountName', '', 'Account name is required'],
    ['acceptedTerms', false, 'You must accept the terms and conditions to continue'],
    ['acceptedTerms', undefined, 'You must accept the terms and conditions to continue'],
    ['applicantType', 'club', 'Please say who is applying.'],
  ])('refuses %s %j', (field, value, message) => {
    expect(errors(refererApplicationInput, { ...application, [field]: value })).toEqual([{ field, message }])
  })

  test('takes a postcode of another country as it is', () => {
    const abroad = { businessCountry: 'Ireland', businessPostcode: 'D02 AF30' }
    expect(errors(refererApplicationInput, { ...application, ...abroad })).toEqual([])
  })

  test.each(['+44 (0)1632 960-001', '9600012', '\u202D01632 960001\u202C'])(
    'takes the phone number %j',
    (typed) => {
      const form = { ...application, phoneNumber: typed }
      expect(refererApplicationInput.parse(form).phoneNumber).toBe(typed.replace(/[\u202C\u202D]/g, ''))
    },
  )

  test.each(['12345678', ' 12345678 ', '1234 5678', '12 34 56 78'])(
    'takes the account number %s',
    (number) => {
      const form = { ...application, bankAccountNumber: number }
      expect(refererApplicationInput.parse(form).bankAccountNumber.replace(/\s/g, '')).toBe('12345678')
    },
  )

  test.each([
    ['123456', '12-34-56'],
    [' 12 34 56 ', '12-34-56'],
    ['12-34-56', '12-34-56'],
    ['12-34-5', '12-34-5'],
    ['••-••-56', '••-••-56'],
    ['', ''],
  ])('writes the sort code %j in pairs: %j', (typed, shown) => {
    expect(formatSortCode(typed)).toBe(shown)
  })

  test.each(['123456', '12-34-56', '12 34 56'])('takes the sort code %s as typed', (bankSortCode) => {
    expect(refererApplicationInput.parse({ ...application, bankSortCode }).bankSortCode).toBe(bankSortCode)
  })

  test.each([
    [
      { password: '1234567', confirmPassword: '1234567' },
      'password',
      'Password must be at least 8 characters',
    ],
    [{ confirmPassword: 'correct house' }, 'confirmPassword', "Passwords don't match"],
    [{ confirmPassword: undefined }, 'confirmPassword', "Passwords don't match"],
    [
      { applicantType: 'organization' },
      'organizationName',
      'Organization name is required for organizations',
    ],
    [
      { applicantType: 'organization', organizationName: 'H' },
      'organizationName',
      'Organization name is required for organizations',
    ],
    [{ isVatRegistered: true }, 'vatNumber', 'VAT number is required when VAT registered'],
    ...['banana', 'GB1', '000000000', 'GB123456789'].map((vatNumber): [object, string, string] => [
      { isVatRegistered: true, vatNumber },
      'vatNumber',
      'VAT number must be a valid UK number, like GB123456782',
    ]),
    [
      { applicantType: 'organization', organizationName: 'Hedgerow', isVatRegistered: true, vatNumber: ' ' },
      'vatNumber',
      'VAT number is required when VAT registered',
    ],
  ])('refuses the combination %j', (change, field, message) => {
    expect(errors(refererApplicationInput, { ...application, ...change })).toEqual([{ field, message }])
  })

  test('says every error at once, those over two fields too', () => {
    const empty = Object.fromEntries(Object.keys(application).map((field) => [field, '']))
    const input = {
      ...empty,
      applicantType: 'organization',
      isVatRegistered: true,
      password: 'correct horse',
      acceptedTerms: false,
    }
    expect(errors(refererApplicationForm, input).map(({ field }) => field)).toEqual([
      'fullName',
      'contactEmail',
      'phoneNumber',
      'businessName',
      'businessAddressLine1',
      'businessCity',
      'businessPostcode',
      'bankAccountName',
      'bankSortCode',
      'bankAccountNumber',
      'acceptedTerms',
      'confirmPassword',
      'organizationName',
      'vatNumber',
      'confirmedAdult',
    ])
  })

  test('only the page requires the age', () => {
    expect(errors(refererApplicationForm, application)).toEqual([
      { field: 'confirmedAdult', message: 'Please confirm that you are 18 or older' },
    ])
    expect(errors(refererApplicationForm, { ...application, confirmedAdult: true })).toEqual([])
  })
})

describe('refererLoginInput', () => {
  test.each([
    [{ password: 'x' }, 'referralCode', 'Please enter your referral code.'],
    [{ referralCode: 'CLUB17' }, 'password', 'Please enter your password.'],
  ])('refuses %j', (input, field, message) => {
    expect(errors(refererLoginInput, input)).toEqual([{ field, message }])
  })
})

describe('refererResetForm', () => {
  test('words a mismatch and a short password its own way, both at once', () => {
    expect(errors(refererResetForm, { password: 'short', confirmPassword: 'shor' })).toEqual([
      { field: 'password', message: 'Password must be at least 8 characters long' },
      { field: 'confirmPassword', message: 'Passwords do not match' },
    ])
  })
})

describe('payoutOutput', () => {
  const payout = {
    id: 'p1',
    quarterYear: '2026-Q3',
    payoutAmount: '68.14',
    vatAmount: '13.63',
    totalPayoutAmount: '81.77',
    commissionCount: 9,
    status: 'pending',
    paidAt: null,
    createdAt: '2026-10-01T08:00:00.000Z',
  }

  test('drops what is not on the wire and refuses what is not money', () => {
    expect(payoutOutput.parse({ ...payout, refererId: 'r1' })).toEqual(payout)
    expect(payoutOutput.safeParse({ ...payout, payoutAmount: '68.1' }).success).toBe(false)
    expect(payoutOutput.safeParse({ ...payout, status: 'void' }).success).toBe(false)
  })
})
