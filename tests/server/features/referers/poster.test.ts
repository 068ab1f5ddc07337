import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderPoster } from '#server/features/referers/poster.ts'
import { wordsOf } from '#tests/server/features/documents/pdf/sample-documents.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

it('holds code, discount, link and the note on commission, on one page', async () => {
  const { deps } = shop.shop
  const { id } = await makeReferer(deps, { name: 'Łódka Flying Club', referralCode: 'LODKA17' })
  const { filename, content } = await renderPoster(deps, id)
  expect(filename).toBe('poster-LODKA17.pdf')
  const [text, ...others] = await wordsOf(content)
  expect(others).toEqual([])
  for (const part of [
    '10% off',
    'LODKA17',
    `${deps.config.publicUrl}/?ref=LODKA17`,
    deps.config.seller.name,
  ]) {
    expect(text).toContain(part)
  }
  expect(text).toContain('Łódka Flying Club earns a commission on first orders with this code.')
  expect((await renderPoster(deps, id)).content.equals(content), 'the same bytes again').toBe(true)
})

it('is tagged for screen readers', async () => {
  const { content } = await renderPoster(shop.shop.deps, shop.people.referer.id)
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  expect((await pdf.getMarkInfo())?.Marked).toBe(true)
  const tree = await (await pdf.getPage(1)).getStructTree()
  expect(JSON.stringify(tree)).toContain('"role":"H1"')
})

it('fits a name of 200 letters and a code of twenty, and shows no discount of 0 %', async () => {
  const { deps } = shop.shop
  const code = 'W'.repeat(20)
  const long = { name: 'Hedgerow '.repeat(22).trim(), referralCode: code, discountBps: 0 }
  const { id } = await makeReferer(deps, long)
  const pages = await wordsOf((await renderPoster(deps, id)).content)
  expect(pages).toHaveLength(1)
  // Each on one line: broken, they would be typed wrong.
  expect(pages[0]).toContain(`with the code ${code} from`)
  expect(pages[0]).toContain(`${deps.config.publicUrl}/?ref=${code}`)
  expect(pages[0]).not.toContain('% off')
})

it('is for a signed-in referer who has not ended', async () => {
  const own = await shop.call({ as: 'referer', path: 'referer.poster', type: 'query' })
  expect(own.json().result.data.json.filename).toBe(`poster-${shop.people.referer.code}.pdf`)
  for (const as of ['anonymous', 'student', 'admin', 'expiredReferer'] as const) {
    expect((await shop.call({ as, path: 'referer.poster', type: 'query' })).statusCode).toBe(401)
  }
  const ended = await makeReferer(shop.shop.deps, { endedAt: shop.shop.deps.clock.now() })
  await expect(renderPoster(shop.shop.deps, ended.id)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})
