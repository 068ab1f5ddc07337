import { beforeAll, describe, expect, test } from 'vitest'
import {
  loginInput,
  loginOutput,
  registerForm,
  registerInput,
  requestPasswordResetInput,
  resetPasswordForm,
  resetPasswordInput,
  verifyEmailInput,
  verifyResetTokenInput,
} from '#shared/schemas/auth.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { errors } from './outcome.ts'

beforeAll(speakPlainly)

const person = { username: 'sam', email: 'sam@example.com', password: 'correct horse' }
const form = { ...person, confirmPassword: 'correct horse' }

describe('registerInput', () => {
  test('fills what is left out and trims what is there, but not the password', () => {
    const parsed = registerInput.parse({
      ...person,
      username: '  sam ',
      email: ' Sam@Example.com ',
      password: ' 12345678 ',
    })
    expect(parsed).toEqual({
      username: 'sam',
      email: 'Sam@Example.com',
      password: ' 12345678 ',
      accountType: 'personal',
      businessName: null,
      businessNumber: null,
      isVatRegistered: false,
      vatNumber: null,
      businessAddressLine1: null,
      businessAddressLine2: null,
      businessCity: null,
      businessPostcode: null,
      businessCountry: 'United Kingdom',
      wantsNews: false,
      cartVideoIds: [],
    })
  })

  test.each([null, '', undefined])('takes %j for an optional field as left out', (nothing) => {
    const parsed = registerInput.parse({
      ...person,
      accountType: nothing,
      businessName: nothing,
      businessCountry: nothing,
      isVatRegistered: nothing === '' ? null : nothing,
    })
    expect(parsed).toMatchObject({
      accountType: 'personal',
      businessName: null,
      businessCountry: 'United Kingdom',
      isVatRegistered: false,
    })
  })

  test('requires no business name over the wire', () => {
    expect(errors(registerInput, { ...person, accountType: 'business' })).toEqual([])
  })

  test.each([
    ['username', 'sa', 'Username must be at least 3 characters long'],
    ['username', '  s  ', 'Username must be at least 3 characters long'],
    ['username', 's'.repeat(41), 'Username must be at most 40 characters long'],
    ['username', 'sam\u0000', 'Please remove the characters that cannot be shown.'],
    ['username', 'Amelia \u202E Ear', 'Please remove the characters that cannot be shown.'],
    ['username', 'Visit http://evil.example', 'Please choose a username without a web address.'],
    ['username', 'WWW.evil.example', 'Please choose a username without a web address.'],
    ['username', 'sam\nbcc', 'Please remove the characters that cannot be shown.'],
    ['username', undefined, 'Username must be at least 3 characters long'],
    ['username', 12, 'Username must be at least 3 characters long'],
    ['email', '', 'Please enter your email address.'],
    ['email', undefined, 'Please enter your email address.'],
    ['email', 'sam', 'Please enter a valid email address'],
    ['email', 'sam@example', 'Please enter a valid email address'],
    ['email', 'sam @example.com', 'Please enter a valid email address'],
    ['email', `${'s'.repeat(250)}@example.com`, 'Please enter a valid email address'],
    ['password', '1234567', 'Password must be at least 8 characters long'],
    ['password', null, 'Password must be at least 8 characters long'],
    ['password', 'x'.repeat(201), 'Password must be at most 200 characters long'],
    ['accountType', 'charity', 'Please check the form and try again.'],
    ['businessName', 'x'.repeat(201), 'Please use at most 200 characters.'],
    ['isVatRegistered', 'yes', 'Please check the form and try again.'],
  ])('refuses %s %j', (field, value, message) => {
    expect(errors(registerInput, { ...person, [field]: value })[0]).toEqual({ field, message })
  })
})

describe('registerForm', () => {
  test('accepts a person and a business', () => {
    expect(errors(registerForm, form)).toEqual([])
    expect(errors(registerForm, { ...form, accountType: 'business', businessName: 'Sky Ltd' })).toEqual([])
  })

  test('requires the name of a business even when another field is invalid', () => {
    const business = { ...form, accountType: 'business', email: '', password: 'short', confirmPassword: '' }
    const fields = errors(registerForm, business).map(({ field }) => field)
    expect(fields).toEqual(expect.arrayContaining(['email', 'password', 'confirmPassword', 'businessName']))
  })

  test('shows a mismatch together with the other errors', () => {
    expect(errors(registerForm, { ...form, username: '', confirmPassword: 'other' })).toEqual([
      { field: 'username', message: 'Username must be at least 3 characters long' },
      { field: 'confirmPassword', message: 'Passwords do not match' },
    ])
  })

  test('wants the name of a business', () => {
    expect(errors(registerForm, { ...form, accountType: 'business', businessName: '  ' })).toEqual([
      { field: 'businessName', message: 'Business name is required' },
    ])
  })
})

describe('signing in', () => {
  test('any password is tried, however short', () => {
    expect(loginInput.parse({ email: ' sam@example.com', password: 'x' })).toEqual({
      email: 'sam@example.com',
      password: 'x',
    })
  })

  test.each([
    [{ password: 'x' }, 'email', 'Please enter your email address.'],
    [{ email: '', password: 'x' }, 'email', 'Please enter your email address.'],
    [{ email: 'nonsense', password: 'x' }, 'email', 'Please enter a valid email address'],
    [{ email: 'sam@example.com' }, 'password', 'Please enter your password.'],
    [{ email: 'sam@example.com', password: '' }, 'password', 'Please enter your password.'],
  ])('refuses %j', (input, field, message) => {
    expect(errors(loginInput, input)).toEqual([{ field, message }])
  })

  test('an answer that needs verification carries neither token nor user', () => {
    const waiting = {
      success: false,
      requiresVerification: true,
      email: 'sam@example.com',
      message: 'Please verify your email address first.',
      error: 'Please verify your email address first.',
    }
    expect(loginOutput.parse({ ...waiting, token: 'secret', user: person })).toEqual(waiting)
  })
})

describe('links from mails', () => {
  test.each([undefined, '', '   ', 5])('a verification link without its token (%j) says so', (token) => {
    expect(errors(verifyEmailInput, { token })).toEqual([
      {
        field: 'token',
        message: 'Invalid verification link. Please check your email for the correct link.',
      },
    ])
  })

  test('a reset link without its token is invalid', () => {
    expect(errors(verifyResetTokenInput, {})).toEqual([{ field: 'token', message: 'Invalid Link' }])
  })
})

describe('resetting a password', () => {
  test.each([
    [undefined, 'user'],
    [null, 'user'],
    ['', 'user'],
    ['user', 'user'],
    ['referer', 'referer'],
  ])('type %j means %s', (type, meant) => {
    expect(requestPasswordResetInput.parse({ email: ' sam@example.com ', type })).toEqual({
      email: 'sam@example.com',
      type: meant,
    })
  })

  test('the forms of student and referer reach the server alike', () => {
    expect(resetPasswordInput.parse({ token: 't', password: 'long enough' })).toEqual({
      token: 't',
      type: 'user',
      password: 'long enough',
    })
    expect(resetPasswordInput.parse({ token: 't', newPassword: 'long enough', type: 'referer' })).toEqual({
      token: 't',
      type: 'referer',
      password: 'long enough',
    })
  })

  test.each([
    [{ token: 't' }, 'password', 'Password must be at least 8 characters long'],
    [{ token: 't', password: '1234567' }, 'password', 'Password must be at least 8 characters long'],
    [
      { token: 't', newPassword: 'x'.repeat(201) },
      'newPassword',
      'Password must be at most 200 characters long',
    ],
    [{ password: 'long enough' }, 'token', 'Invalid Link'],
    [{ token: 't', password: 'long enough', type: 'admin' }, 'type', 'Please check the form and try again.'],
  ])('refuses %j', (input, field, message) => {
    expect(errors(resetPasswordInput, input)).toEqual([{ field, message }])
  })

  test('the student form words a mismatch its own way', () => {
    expect(errors(resetPasswordForm, { password: 'long enough', confirmPassword: 'long enoug' })).toEqual([
      { field: 'confirmPassword', message: "Passwords Don't Match" },
    ])
  })
})
