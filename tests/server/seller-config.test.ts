import { expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { testConfig } from '#tests/support/deps.ts'

it.each([
  ['SELLER_NAME', 200],
  ['SELLER_ADDRESS', 500],
  ['SELLER_VAT_NUMBER', 40],
  ['SELLER_COMPANY_NUMBER', 40],
])('%s fits on every document: %i characters are taken and no more', (name, longest) => {
  expect(() => testConfig({ [name]: 'x'.repeat(longest) })).not.toThrow()
  expect(() => testConfig({ [name]: 'x'.repeat(longest + 1) })).toThrow(ConfigError)
})
