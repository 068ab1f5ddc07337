import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { keyOfContents } from '#server/infra/media-writer.ts'
import { loadPageData } from '#server/pages/page-data.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await registerMediaFiles(app.shop.deps)
})
afterAll(() => app.close())

it('is read over tRPC as a page carries it', async () => {
  const { videos, terms, promo, snippets } = await loadPageData(app.shop.deps, { publishableKey: 'pk_test' })
  expect(videos).toHaveLength(7)
  const answer = await app.call({ path: 'catalog.page', type: 'query' })
  expect(answer.json().result.data.json).toEqual({ videos, terms, promo, snippets })
})

it('has the chapters of each film, in their order', async () => {
  const { videos, chapters } = await loadPageData(app.shop.deps, { publishableKey: 'pk_test' })
  const answer = await app.call({ path: 'catalog.chapters', type: 'query' })
  expect(answer.json().result.data.json).toEqual(chapters)
  const { id = 0 } = videos.find(({ slug }) => slug === 'navigation') ?? {}
  expect(chapters[id]).toEqual([
    { startSeconds: 0, title: 'What the wind does' },
    { startSeconds: 19.098, title: 'Draw the triangle' },
    { startSeconds: 58.781, title: 'Read the answer' },
    { startSeconds: 77.571, title: 'Check it in your head' },
    { startSeconds: 95.672, title: 'From true to magnetic' },
  ])
})

it('names the films in whose place a demo plays a sample, until one is uploaded', async () => {
  const { db } = app.shop.deps
  const sampleIds = async () => {
    const { sampleVideoIds } = await loadPageData(app.shop.deps, { publishableKey: 'pk_test' })
    return sampleVideoIds.toSorted()
  }
  expect(await sampleIds()).toEqual([1, 2, 3, 4, 5, 6, 7])
  const where = { videoId: 2, kind: 'chapters', rendition: '' } as const
  const { id, key } = await db.mediaFile.findFirstOrThrow({ where })
  await db.mediaFile.update({ where: { id }, data: { key: keyOfContents('a'.repeat(64), 'vtt') } })
  expect(await sampleIds()).toEqual([1, 3, 4, 5, 6, 7])
  await db.mediaFile.update({ where: { id }, data: { key } })
})

it('is there without the chapters of a file that cannot be read', async () => {
  const { deps } = app.shop
  const media = {
    ...deps.media,
    read: () => {
      throw new Error('The storage is unavailable')
    },
  }
  const { chapters } = await loadPageData({ ...deps, media }, { publishableKey: 'pk_test' })
  expect(Object.values(chapters).flat()).toEqual([])
  expect(deps.logged.join()).toContain('the chapters of a video could not be read')
})
