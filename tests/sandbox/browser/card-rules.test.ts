import { describe, expect, it } from 'vitest'
import {
  brandOf,
  findCodeError,
  findExpiryError,
  findNumberError,
  formatExpiry,
  formatNumber,
} from '#sandbox/browser/card-rules.ts'

const TODAY = Date.UTC(2026, 10, 21) / 1000

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 42', '4242 4242 42'],
    ['42424242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['4', '4'],
    ['', ''],
  ])('%s is written %s', (typed, written) => {
    expect(formatNumber(typed)).toBe(written)
  })

  it.each([
    ['', 'Your card number is incomplete.'],
    ['4242 4242 4242 424', 'Your card number is incomplete.'],
    ['4242 4242 4242 4241', 'Your card number is invalid.'],
    ['3782 822463 1000', 'Your card number is incomplete.'],
    ['4242 4242 4242 4242', undefined],
    ['3782 822463 10005', undefined],
  ])('%s: %s', (text, message) => {
    expect(findNumberError(text)?.message).toBe(message)
  })

  it('has a brand', () => {
    expect(['42', '55', '37', '60'].map(brandOf)).toEqual(['visa', 'mastercard', 'amex', 'unknown'])
  })
})

describe('an expiry', () => {
  it.each([
    ['1', '1'],
    ['12', '12'],
    ['5', '05'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['12/', '12 / '],
  ])('%s is written %s', (typed, written) => {
    expect(formatExpiry(typed)).toBe(written)
  })

  it.each([
    ['', "Your card's expiration date is incomplete."],
    ['12', "Your card's expiration date is incomplete."],
    ['13 / 30', "Your card's expiration date is incomplete."],
    ['10 / 26', "Your card's expiration date is in the past."],
    ['12 / 25', "Your card's expiration year is in the past."],
    ['11 / 26', undefined],
    ['12 / 30', undefined],
  ])('%s: %s', (text, message) => {
    expect(findExpiryError(text, TODAY)?.message).toBe(message)
  })

  it('leaves the past to the server while the day is not known', () => {
    expect(findExpiryError('12 / 20', null)).toBeNull()
  })
})

it('a security code has three digits, on an American Express four', () => {
  expect(findCodeError('12', 'visa')?.message).toBe("Your card's security code is incomplete.")
  expect(findCodeError('123', 'visa')).toBeNull()
  expect(findCodeError('123', 'amex')?.code).toBe('incomplete_cvc')
  expect(findCodeError('1234', 'amex')).toBeNull()
})
