import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

const URL = '/.well-known/apple-developer-merchantid-domain-association'
let folder: string
let shop: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apple-pay-'))
  shop = await createTestApp({ parts: { config: testConfig({ DATA_DIR: folder }) } })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

it('is the file in DATA_DIR as it is, as soon as it is there, and its successor', async () => {
  expect((await shop.send({ url: URL })).statusCode).toBe(404)
  for (const text of ['7B227073704964223A22', '7B2270737049642B']) {
    await writeFile(join(folder, URL.split('/').at(-1) ?? ''), text)
    const answer = await shop.send({ url: URL })
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      text,
    ])
    expect(answer.headers['cache-control']).toBe('no-cache')
  }
})
