import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { businessInput } from '#shared/schemas/account.ts'
import { createRefererInput, updateRefererInput } from '#shared/schemas/admin.ts'
import {
  buyerInput,
  createPaymentIntentInput,
  orderDetailsInput,
  paymentSuccessInput,
  referralValidateInput,
} from '#shared/schemas/checkout.ts'
import { refererDetailsInput } from '#shared/schemas/referer-portal.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { errors } from './outcome.ts'

beforeAll(speakPlainly)

describe('referralValidateInput', () => {
  test('trims the code', () => {
    expect(referralValidateInput.parse({ code: '  club17 ' })).toEqual({ code: 'club17' })
  })

  test.each([undefined, null, '', '   ', 7, 'x'.repeat(21)])('refuses %j', (code) => {
    expect(errors(referralValidateInput, { code })).toEqual([
      { field: 'code', message: 'Please check your referral code and try again.' },
    ])
  })
})

describe('createPaymentIntentInput', () => {
  test('drops doubles and fills what is left out', () => {
    expect(createPaymentIntentInput.parse({ items: { videoIds: [3, 1, 3] } })).toEqual({
      items: { videoIds: [3, 1], bundle: false },
      userId: null,
      referralCode: null,
      linkName: null,
    })
  })

  test.each([null, '', '  '])('%j is no code and no user', (nothing) => {
    const input = { items: { videoIds: [1], bundle: null }, userId: nothing, referralCode: nothing }
    expect(createPaymentIntentInput.parse(input)).toMatchObject({ userId: null, referralCode: null })
  })

  test.each([
    [undefined, '', 'Please check the form and try again.'],
    [{}, 'items', 'Please fill in every required field.'],
    [{ items: {} }, 'items.videoIds', 'Choose at least one video to buy.'],
    [{ items: { videoIds: [] } }, 'items.videoIds', 'Choose at least one video to buy.'],
    [{ items: { videoIds: 'all' } }, 'items.videoIds', 'Choose at least one video to buy.'],
    [{ items: { videoIds: ['1'] } }, 'items.videoIds.0', 'Please check the form and try again.'],
    [{ items: { videoIds: [1.5] } }, 'items.videoIds.0', 'Please check the form and try again.'],
    [{ items: { videoIds: [0] } }, 'items.videoIds.0', 'Please enter 1 or more.'],
    [{ items: { videoIds: [2 ** 31] } }, 'items.videoIds.0', 'Please enter 2147483647 or less.'],
    [{ items: { videoIds: Array(51).fill(1) } }, 'items.videoIds', 'An order holds at most 50 videos.'],
    [
      { items: { videoIds: [1] }, referralCode: 'x'.repeat(21) },
      'referralCode',
      'Please check your referral code and try again.',
    ],
  ])('refuses %j', (input, field, message) => {
    expect(errors(createPaymentIntentInput, input)).toEqual([{ field, message }])
  })
})

describe('orderDetailsInput', () => {
  const consent = { immediateAccess: true, wordingVersion: '2026-11' }
  const order = { orderId: 'o1', consent }
  const buyer = {
    fullName: 'Sam Sample',
    addressLine1: '2 Taxiway Cottages',
    city: 'Little Crosswind',
    postcode: 'ZZ9 9ZZ',
  }

  test('needs nothing but the consent', () => {
    expect(orderDetailsInput.parse(order)).toEqual({ ...order, buyer: null, noNews: false })
    expect(orderDetailsInput.parse({ ...order, buyer: {} }).buyer).toMatchObject({
      fullName: null,
      postcode: null,
      country: 'United Kingdom',
      wantsVatInvoice: false,
    })
  })

  test.each([
    undefined,
    { immediateAccess: false, wordingVersion: '2026-11' },
    { immediateAccess: 'true', wordingVersion: '2026-11' },
    { immediateAccess: true, wordingVersion: '1999-01' },
    { immediateAccess: true, wordingVersion: 'toString' },
    { immediateAccess: true },
  ])('refuses the consent %j', (given) => {
    const found = errors(orderDetailsInput, { ...order, consent: given })
    expect(found.map((error) => error.message)).toEqual(['Please confirm that the films may open now.'])
  })

  test.each(['ZZ9 9ZZ', 'zz99zz', 'W1A 0AX', 'EC1A1BB', 'GIR 0AA', 'M1 1AE'])('takes %s', (postcode) => {
    expect(errors(orderDetailsInput, { ...order, buyer: { ...buyer, postcode } })).toEqual([])
  })

  test.each(['ZZ9 9Z', 'ZZ9', '12345', 'ZZ9  9ZZ', 'ZZ9 9ZZ9'])('refuses the postcode %s', (postcode) => {
    expect(errors(orderDetailsInput, { ...order, buyer: { ...buyer, postcode } })).toEqual([
      { field: 'buyer.postcode', message: 'Enter a full UK postcode, like ZZ9 9ZZ' },
    ])
  })

  test('leaves postcodes of other countries alone', () => {
    expect(
      errors(orderDetailsInput, { ...order, buyer: { country: 'Ireland', postcode: 'D02 AF30' } }),
    ).toEqual([])
  })

  test('a full VAT invoice needs a name and an address, all said at once', () => {
    expect(errors(orderDetailsInput, { ...order, buyer: { wantsVatInvoice: true } })).toEqual([
      { field: 'buyer.fullName', message: 'Please enter the name for the invoice.' },
      { field: 'buyer.addressLine1', message: 'Please enter the first line of the address.' },
      { field: 'buyer.city', message: 'Please enter the town or city.' },
      { field: 'buyer.postcode', message: 'Enter a full UK postcode, like ZZ9 9ZZ' },
    ])
    expect(errors(orderDetailsInput, { ...order, buyer: { ...buyer, wantsVatInvoice: true } })).toEqual([])
  })
})

describe('letters that no document can print', () => {
  const words = 'Please write this in Latin letters: the invoice cannot print the others.'

  test.each(['fullName', 'businessName', 'addressLine1', 'addressLine2', 'city', 'country'])(
    'are refused in the buyer’s %s',
    (field) => {
      const error = { field, message: words }
      for (const text of ['Нина', '李', 'عربى', 'Amélie 😀']) {
        expect(errors(buyerInput, { [field]: text })).toEqual([error])
      }
      expect(errors(buyerInput, { [field]: 'Łódź Ørsted' })).toEqual([])
    },
  )

  test('are refused in the details of a business too', () => {
    const business = { accountType: 'business', businessName: 'Нина', businessCity: 'Łódź' }
    expect(errors(businessInput, business)).toEqual([{ field: 'businessName', message: words }])
  })

  test('are refused in what the documents of a referer name', () => {
    const names = { name: 'Hedgerow', contactName: 'Sam Sample' }
    const address = {
      addressLine1: '道一',
      addressLine2: '道二',
      city: '東京',
      postcode: '一',
      country: '日本',
    }
    const rest = { fullBusinessName: '飛行クラブ', companyNumber: '一二', vatNumber: '三' }
    const referer = { id: 'r1', contactEmail: 'club@example.com' }
    const login = { referralCode: 'CLUB17', password: 'correct horse' }
    const unfit = (schema: z.ZodType, form: object) =>
      errors(schema, form).map(({ field, message }) => (message === words ? field : message))
    const named = [...Object.keys(rest), ...Object.keys(address)].sort()
    expect(unfit(refererDetailsInput, { ...names, ...rest, ...address }).sort()).toEqual(named)
    expect(unfit(updateRefererInput, { ...referer, ...names, ...rest, ...address }).sort()).toEqual(named)

    const boxes = { name: '飛行クラブ', contactName: '李 明' }
    expect(unfit(refererDetailsInput, boxes)).toEqual(['contactName'])
    expect(unfit(updateRefererInput, { ...referer, ...boxes })).toEqual(['name', 'contactName'])
    expect(unfit(createRefererInput, { ...referer, ...login, ...boxes })).toEqual(['name', 'contactName'])
  })
})

describe('paymentSuccessInput', () => {
  test.each([undefined, null, '', 3, 'x'.repeat(256)])('refuses %j', (paymentIntentId) => {
    expect(errors(paymentSuccessInput, { paymentIntentId })).toHaveLength(1)
  })
})
