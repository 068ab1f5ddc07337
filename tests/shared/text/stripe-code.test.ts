import { expect, it } from 'vitest'
import { stripeCodeLabel } from '#shared/text/stripe-code.ts'

it.each([
  ['expired_or_canceled_card', 'expired or canceled card'],
  ['declined', 'declined'],
  ['The line was closed', 'The line was closed'],
  ['re_1QkAbC', 're_1QkAbC'],
  ['Request was retried 2 times.', 'Request was retried 2 times'],
])('%s is told as %s', (code, words) => {
  expect(stripeCodeLabel(code)).toBe(words)
})
