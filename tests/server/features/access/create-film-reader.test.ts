import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFilmReader } from '#server/features/access/create-film-reader.ts'
import { openFilm } from '#server/features/access/open-film.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let sessionId: string
let grantId: string
beforeAll(async () => {
  shop = await createTestShop()
  const student = await makeBuyer(shop, [1])
  sessionId = (await makeSession(shop.deps, { studentId: student.id })).sessionId
  await openFilm(shop.deps, { studentId: student.id, sessionId, videoId: 1, playSession: null })
  grantId = (await shop.deps.db.mediaGrant.findFirstOrThrow({ where: { sessionId } })).id
})
afterAll(() => shop.close())

describe('reading a film', () => {
  it('names the file of each part', async () => {
    const readFilm = createFilmReader(shop.deps)
    const keyOf = async (part: 'film' | 'captions' | 'chapters') =>
      (await readFilm({ grantId, sessionId, part }))?.key
    expect([await keyOf('film'), await keyOf('captions'), await keyOf('chapters')]).toEqual([
      'air-law.mp4',
      'air-law.vtt',
      'air-law.chapters.vtt',
    ])
  })

  it('gives nothing to another session, nor for a grant nobody made', async () => {
    const readFilm = createFilmReader(shop.deps)
    expect(await readFilm({ grantId, sessionId: 'another', part: 'film' })).toBeNull()
    expect(await readFilm({ grantId: 'made-up', sessionId, part: 'film' })).toBeNull()
    expect(await readFilm({ grantId, sessionId, part: 'film' })).not.toBeNull()
  })

  it('asks for a grant once a minute, however many ranges are fetched', async () => {
    const readFilm = createFilmReader(shop.deps)
    const asked = vi.spyOn(shop.deps.pool, 'query')
    const grantsAsked = () =>
      asked.mock.calls.filter(
        ([query]) => typeof query === 'object' && Reflect.get(query, 'name') === 'media-grant',
      )
    for (let turn = 0; turn < 20; turn++) await readFilm({ grantId, sessionId, part: 'film' })
    expect(grantsAsked()).toHaveLength(1)
    shop.deps.clock.advance(60_000)
    await readFilm({ grantId, sessionId, part: 'film' })
    expect(grantsAsked()).toHaveLength(2)
    asked.mockRestore()
  })

  it('keeps the grant alive and writes down when it was used', async () => {
    const readFilm = createFilmReader(shop.deps)
    shop.deps.clock.advance(5 * 60_000)
    await readFilm({ grantId, sessionId, part: 'film' })
    const now = shop.deps.clock.now()
    expect(await shop.deps.db.mediaGrant.findUniqueOrThrow({ where: { id: grantId } })).toMatchObject({
      lastActiveAt: now,
      expiresAt: new Date(now.getTime() + 10 * 60_000),
    })
  })
})
