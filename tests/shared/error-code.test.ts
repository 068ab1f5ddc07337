import { expect, test } from 'vitest'
import { FAULT, isRefusalCode } from '#shared/error-code.ts'
import { SHOP_ERRORS } from '#shared/errors.ts'

test('every code of the shop is a refusal, and an error of ours is none', () => {
  expect(Object.keys(SHOP_ERRORS).filter((code) => !isRefusalCode(code))).toEqual([])
  expect([FAULT, undefined, null, 500].filter(isRefusalCode)).toEqual([])
})
