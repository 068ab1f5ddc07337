import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { errorCode, errorField, errorReference, errorStatus, errorText } from '#client/lib/error-text.ts'
import { dashboardRetry } from '#client/lib/query-client.ts'

function refused(message: string, data: Record<string, unknown>) {
  return TRPCClientError.from({ error: { message, code: -32000, data } })
}

test('a refusal with a code speaks for itself', () => {
  const error = refused('Username taken', { code: 'USERNAME_TAKEN', httpStatus: 409 })
  expect(errorText(error, 'Registration failed')).toBe('Username taken')
  expect(errorCode(error)).toBe('USERNAME_TAKEN')
  expect(errorStatus(error)).toBe(409)
})

test('a wrong field of a form names itself', () => {
  const error = refused('Phone number is required', {
    code: 'BAD_INPUT',
    httpStatus: 400,
    field: 'phoneNumber',
  })
  expect(errorText(error, 'Submission Failed')).toBe('Phone number is required')
  expect(errorField(error)).toBe('phoneNumber')
})

test.each([
  ['a fault of the server', refused('Something went wrong on our side.', { code: 'FAULT', httpStatus: 500 })],
  ['no answer at all', new TRPCClientError('Failed to fetch')],
  ['an error of our own', new TypeError('undefined is not a function')],
  ['something thrown that is no error', 'oops'],
])('%s gets the words of the screen', (_words, error) => {
  expect(errorText(error, 'Please try again later.')).toBe('Please try again later.')
  expect(errorCode(error)).toBeNull()
})

test('the dashboard is asked again three times, and not when it belongs to another student', () => {
  const network = new TRPCClientError('Failed to fetch')
  expect([0, 1, 2, 3].map((failures) => dashboardRetry(failures, network))).toEqual([true, true, true, false])
  expect(dashboardRetry(0, refused('', { code: 'OWN_DASHBOARD_ONLY', httpStatus: 403 }))).toBe(false)
})

test('an error of the server has the name that its log knows, and nothing else has', () => {
  const named = refused('Something went wrong', { code: 'FAULT', httpStatus: 500, requestId: 'edge-0001' })
  expect(errorReference(named)).toBe('edge-0001')
  expect(errorReference(new TRPCClientError('Failed to fetch'))).toBeNull()
})
