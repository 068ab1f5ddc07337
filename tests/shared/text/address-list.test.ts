import { expect, test } from 'vitest'
import { sortAddresses, splitAddresses } from '#shared/text/address-list.ts'

test('a list is split by line, trimmed, without empty lines', () => {
  expect(splitAddresses(' a@example.com \r\n\n  \nb@example.com\n')).toEqual([
    'a@example.com',
    'b@example.com',
  ])
})

test('what is no address and what is there twice is named as it was written', () => {
  const lines = ['Sam@example.com', 'nobody', 'sam@EXAMPLE.com', 'a@b', 'kim@example.com', 'kim@example.com']
  expect(sortAddresses(lines)).toEqual({
    addresses: ['Sam@example.com', 'kim@example.com'],
    invalid: ['nobody', 'a@b'],
    repeated: ['sam@EXAMPLE.com', 'kim@example.com'],
  })
})
