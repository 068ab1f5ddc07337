import { describe, expect, test } from 'vitest'
import { SHOP_ERRORS, sentenceForStatus } from '#shared/errors.ts'

const mandated = [
  ['INVALID_CREDENTIALS', 401, 'Please check your credentials and try again.'],
  ['EMAIL_TAKEN', 409, 'Email already registered'],
  ['USERNAME_TAKEN', 409, 'Username taken'],
  ['VERIFICATION_LINK_INVALID', 400, 'Email verification failed.'],
  ['RESET_LINK_INVALID', 400, 'Invalid or Expired Link'],
  ['INVALID_REFERRAL_CODE', 400, 'Please check your referral code and try again.'],
  ['ALREADY_OWNED', 409, 'You already own this video. Check your dashboard to watch it.'],
  ['PAYMENT_PROCESSING', 409, 'A payment is still being processed'],
  ['NO_ACCESS', 403, "You don't have access to this video. Please purchase a license to continue."],
  ['OWN_DASHBOARD_ONLY', 403, 'You can only view your own dashboard.'],
  ['DASHBOARD_NOT_FOUND', 404, 'Dashboard not found'],
  ['REFERER_LOGIN_FAILED', 401, 'Invalid referral code or password'],
  ['ADMIN_LOGIN_FAILED', 401, 'Login failed'],
  ['STEP_UP_REQUIRED', 403, 'Please confirm with a new code'],
] as const

describe('SHOP_ERRORS', () => {
  test.each(mandated)('%s is %i "%s"', (code, status, message) => {
    expect(SHOP_ERRORS[code]).toMatchObject({ status, message })
  })

  /** A part does not answer, or has no capacity. */
  const OUTAGES = [502, 503, 507]

  test('every entry is a client error or an outage, with a sentence', () => {
    for (const { status, message } of Object.values(SHOP_ERRORS)) {
      expect(OUTAGES.includes(status) || (status >= 400 && status < 500)).toBe(true)
      expect(message).toMatch(/^[A-Z].{5,}/)
    }
  })

  test('a step-up says on the wire that a code is wanted', () => {
    expect(SHOP_ERRORS.STEP_UP_REQUIRED.wire).toEqual({ requiresCode: true })
  })
})

describe('sentenceForStatus', () => {
  test.each([
    [400, 'Please check the form and try again.'],
    [401, 'Please sign in to continue.'],
    [403, 'You are not allowed to do that.'],
    [404, 'We could not find that.'],
    [405, 'That cannot be done here.'],
    [408, 'The request took too long to arrive. Please try again.'],
    [409, 'Someone changed this at the same moment. Please look again.'],
    [413, 'That is too large to accept.'],
    [415, 'Please send this as JSON.'],
    [418, 'Please check the form and try again.'],
    [422, 'Please check the form and try again.'],
    [429, 'Too many attempts. Please wait a few minutes and try again.'],
    [500, 'Something went wrong on our side. Please try again.'],
    [503, 'This part of the shop is away for a moment. Please try again shortly.'],
    [599, 'Something went wrong on our side. Please try again.'],
  ])('%i says "%s"', (status, sentence) => expect(sentenceForStatus(status)).toBe(sentence))
})
