import { expect, test } from 'vitest'
import { isPrintable, printable } from '#shared/text/printable.ts'

test.each([
  'Łukasz Ő Ştefănescu',
  'Amélie Ørsted-Żółć',
  'Nguyễn Thị Ánh',
  'O’Neill & Sons (1998) “Club” – №7, 50%',
  'Ame\u0301lie',
])('%s can be printed as it is', (line) => {
  expect(isPrintable(line)).toBe(true)
  expect(printable(line)).toBe(line.normalize('NFC'))
})

test.each([
  ['Amélie 😀 Ørsted', 'Amélie Ørsted'],
  ['Нина Smith', 'Smith'],
  ['李', ''],
  ['عربى', ''],
  ['Hard\u00adly', 'Hardly'],
  ['1 Hangar Lane\nДом 2', '1 Hangar Lane\n 2'],
])('%j cannot, and becomes %j', (line, left) => {
  expect(isPrintable(line)).toBe(false)
  expect(printable(line)).toBe(left)
})

test('a line has no breaks', () => {
  expect(isPrintable('1 Hangar Lane\nDuxford')).toBe(false)
})
