import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadPageData } from '#server/pages/page-data.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('is read over tRPC as a page carries it', async () => {
  const { videos, terms, promo, snippets } = await loadPageData(app.shop.deps, { publishableKey: 'pk_test' })
  expect(videos).toHaveLength(7)
  const answer = await app.call({ path: 'catalog.page', type: 'query' })
  expect(answer.json().result.data.json).toEqual({ videos, terms, promo, snippets })
})
