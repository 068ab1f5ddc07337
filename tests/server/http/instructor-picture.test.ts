import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { loadPageData } from '#server/pages/page-data.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

let folder: string
let shop: TestApp
let plain: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'instructor-'))
  shop = await createTestApp({ parts: { config: testConfig(shopEnv()) } })
  plain = await createTestApp()
})
afterAll(async () => {
  await shop.close()
  await plain.close()
  await rm(folder, { recursive: true })
})

it('of a shop that names no instructor there is nothing; a demo makes one up, and says so', async () => {
  expect((await plain.send({ url: '/instructor' })).statusCode).toBe(404)
  const demo = await loadPageData(plain.shop.deps, { publishableKey: 'pk_test' })
  expect(demo.instructor).toMatchObject({
    name: 'Robin Example',
    licence: expect.stringContaining('Made up for this demo'),
    pictureUrl: null,
  })
  const withStripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  expect(testConfig(withStripe).instructor).toBeNull()
})

it('is on the pages as soon as the file is there', async () => {
  const deps = { ...shop.shop.deps, config: testConfig(shopEnv()) }
  expect((await shop.send({ url: '/instructor' })).statusCode).toBe(404)
  const described = { name: 'Alex Example', licence: 'FI(A), CPL(A)' }
  const before = await loadPageData(deps, { publishableKey: 'pk_test' })
  expect(before.instructor).toEqual({ ...described, pictureUrl: null })

  await writeFile(join(folder, 'alex.PNG'), 'a picture')
  const answer = await shop.send({ url: '/instructor' })
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'image/png',
    'a picture',
  ])
  const after = await loadPageData(deps, { publishableKey: 'pk_test' })
  expect(after.instructor).toEqual({ ...described, pictureUrl: '/instructor' })
})

it('is a picture by its name', () => {
  expect(() => testConfig({ INSTRUCTOR_NAME: 'Alex', INSTRUCTOR_PICTURE: '/etc/passwd' })).toThrow(
    ConfigError,
  )
})

function shopEnv() {
  return {
    INSTRUCTOR_NAME: 'Alex Example',
    INSTRUCTOR_LICENCE: 'FI(A), CPL(A)',
    INSTRUCTOR_PICTURE: join(folder, 'alex.PNG'),
  }
}
