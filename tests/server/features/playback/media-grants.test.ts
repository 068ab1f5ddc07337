import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaveVideo, openVideo } from '#server/features/playback/media-grants.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { type MadeStudent, makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let student: MadeStudent
let sessionId: string
beforeAll(async () => {
  shop = await createTestShop()
  student = await makeBuyer(shop, [1])
  sessionId = (await makeSession(shop.deps, { studentId: student.id })).sessionId
})
afterAll(() => shop.close())

const open = (fields: Partial<Parameters<typeof openVideo>[1]> = {}) =>
  openVideo(shop.deps, { studentId: student.id, sessionId, videoId: 1, playSession: null, ...fields })

describe('opening a video', () => {
  it('that was bought gives its URLs and its expiry date', async () => {
    const answer = await open()
    expect(answer).toMatchObject({ hasAccess: true, expiresAt: '2027-02-21T10:00:00.000Z', message: null })
    for (const url of [answer.secureVideoUrl, answer.captionsUrl, answer.chaptersUrl]) {
      expect(url).toMatch(
        /^\/media\/[\w-]+\/(film|captions|chapters)\?file=air-law[.\w]+&v=[0-9a-f]*&s=[\w-]+$/,
      )
    }
  })

  it('again gives the same URLs for ten more minutes', async () => {
    const first = await open()
    shop.deps.clock.advance(5 * 60_000)
    expect(await open()).toEqual(first)
    const grants = await shop.deps.db.mediaGrant.findMany({ where: { sessionId } })
    expect(grants).toHaveLength(1)
    expect(grants[0]?.expiresAt).toEqual(new Date(shop.deps.clock.now().getTime() + 10 * 60_000))
  })

  it('twenty times at once creates one grant', async () => {
    const other = await makeSession(shop.deps, { studentId: student.id })
    const answers = await Promise.all(Array.from({ length: 20 }, () => open({ sessionId: other.sessionId })))
    expect(new Set(answers.map((answer) => answer.secureVideoUrl)).size).toBe(1)
    expect(await shop.deps.db.mediaGrant.count({ where: { sessionId: other.sessionId } })).toBe(1)
  })

  it.each([
    ['was not bought', { videoId: 2 }],
    ['does not exist', { videoId: 999 }],
  ])('that %s is answered with no, in the mandated words', async (_what, fields) => {
    expect(await open(fields)).toEqual({
      hasAccess: false,
      secureVideoUrl: null,
      captionsUrl: null,
      chaptersUrl: null,
      expiresAt: null,
      message: "You don't have access to this video. Please purchase a license to continue.",
    })
  })

  it('of another student gives no access', async () => {
    const stranger = await makeStudent(shop.deps)
    expect(await open({ studentId: stranger.id })).toMatchObject({ hasAccess: false })
  })

  it('without a file names the support', async () => {
    await shop.deps.db.mediaFile.deleteMany({ where: { videoId: 1, kind: 'film' } })
    expect(await open()).toMatchObject({
      hasAccess: true,
      secureVideoUrl: null,
      message: 'Please contact support if this issue persists',
    })
  })

  it('is possible until the expiry date, exclusive', async () => {
    shop.deps.clock.set('2027-02-21T09:59:59.999Z')
    expect(await open()).toMatchObject({ hasAccess: true })
    shop.deps.clock.advance(1)
    expect(await open()).toMatchObject({ hasAccess: false })
  })
})

describe('closing a player', () => {
  beforeEach(async () => {
    shop.deps.clock.set(TEST_NOW)
    await shop.deps.db.mediaGrant.deleteMany()
  })

  it('ends the stream of this player and no other', async () => {
    const student = await makeBuyer(shop, [2, 3])
    const { sessionId } = await makeSession(shop.deps, { studentId: student.id })
    for (const videoId of [2, 3]) {
      await openVideo(shop.deps, {
        studentId: student.id,
        sessionId,
        videoId,
        playSession: `player ${videoId}`,
      })
    }
    await leaveVideo(shop.deps, { sessionId: 'another session', playSession: 'player 2' })
    await leaveVideo(shop.deps, { sessionId, playSession: 'player 2' })
    const grants = await shop.deps.db.mediaGrant.findMany({ orderBy: { playSession: 'asc' } })
    expect(grants.map(({ playSession, leftAt }) => [playSession, leftAt])).toEqual([
      ['player 2', shop.deps.clock.now()],
      ['player 3', null],
    ])
  })
})
