import { expect, it } from 'vitest'
import { linkNameOf, referralLink } from '#shared/commission/referral-link.ts'

it.each([
  ['https://shop.example', 'HEDGEROW17', 'https://shop.example/?ref=HEDGEROW17'],
  ['https://shop.example/', 'A&B=C', 'https://shop.example/?ref=A%26B%3DC'],
  ['http://localhost:3000', 'FLÜG1', 'http://localhost:3000/?ref=FL%C3%9CG1'],
])('leads from %s with the code %s to %s', (publicUrl, code, link) => {
  expect(referralLink(publicUrl, code)).toBe(link)
  expect(new URL(link).searchParams.get('ref')).toBe(code)
})

it('carries the name of a link', () => {
  expect(referralLink('https://shop.example', 'HEDGEROW17', 'spring-newsletter')).toBe(
    'https://shop.example/?ref=HEDGEROW17&link=spring-newsletter',
  )
})

it.each([
  ['Spring newsletter', 'spring-newsletter'],
  ['  Café & Clubhouse! ', 'cafe-clubhouse'],
  ['=cmd|"/c calc"', 'cmd-c-calc'],
  ['—', ''],
  [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
])('names a link %j: %s', (text, name) => {
  expect(linkNameOf(text)).toBe(name)
  expect(linkNameOf(name)).toBe(name)
})
