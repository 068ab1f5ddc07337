import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isModest } from '#server/http/json-body.ts'
import { expectRefusal } from '#tests/server/rest/refusal.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

describe('a modest JSON text', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const list = (values: number) => JSON.stringify(Array(values).fill(7))

  it.each([
    ['nothing', ''],
    ['a text full of brackets and quotes', JSON.stringify({ html: '[{"'.repeat(20_000) })],
    ['32 levels', nested(32)],
    ['levels that end', `[${'[],'.repeat(100)}[]]`],
    ['a list of 10,000', JSON.stringify({ customEmails: Array(10_000).fill('reader@example.com') })],
    ['no JSON', ']]]]'],
  ])('is %s', (_what, json) => expect(isModest(json)).toBe(true))

  it.each([
    ['33 levels', nested(33)],
    ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['levels that never end', '['.repeat(100_000)],
    ['levels after a text with a quote in it', `["\\"",${nested(40)}]`],
    ['a list of 12,000 values', list(12_000)],
    ['an object with as many', `{${Array.from({ length: 12_000 }, (_, at) => `"${at}":1`).join(',')}}`],
    ['as many empty lists', `[${'[]'.repeat(12_000)}]`],
  ])('is not %s', (_what, json) => expect(isModest(json)).toBe(false))
})

describe('a body that would take long to read', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(() => shop.close())

  it.each(['/api/auth/login', '/trpc/auth.login', '/trpc/auth.login,auth.me?batch=1'])(
    'is refused at %s',
    async (url) => {
      const body = `{"json":${'['.repeat(33)}${']'.repeat(33)}}`
      const answer = await shop.send({
        method: 'POST',
        url,
        body,
        headers: { 'content-type': 'application/json' },
      })
      expectRefusal(answer, url)
      expect(answer.statusCode).toBe(400)
    },
  )
})
