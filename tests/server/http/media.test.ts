import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessOutput } from '#shared/schemas/progress.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { buy, type Opened, openVideo } from './watching.ts'

const MINUTE = 60_000

let shop: TestApp
let video: Opened
beforeAll(async () => {
  shop = await createTestApp()
  await buy(shop, [1, 2])
})
afterAll(() => shop.close())
beforeEach(async () => {
  video = await openVideo(shop, 1)
})

const firstBytes = (opened: { url: string; cookie?: string }, method: 'GET' | 'HEAD' = 'GET') =>
  shop.send({
    method,
    url: opened.url,
    headers: { range: 'bytes=0-9', ...(opened.cookie ? { cookie: opened.cookie } : {}) },
  })
const statusOf = async (opened: { url: string; cookie?: string }) => (await firstBytes(opened)).statusCode

describe('a video’s bytes', () => {
  it('are sent to the browser that opened the video', async () => {
    expect(await statusOf(video)).toBe(206)
  })

  it('are refused to a caller with the URL alone', async () => {
    const answer = await firstBytes({ url: video.url })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toContain("You don't have access to this video")
  })

  it('do not come to a page of another site, whose browser would send the cookie along', async () => {
    const from = async (headers: Record<string, string>) =>
      (await shop.send({ url: video.url, headers: { cookie: video.cookie, ...headers } })).statusCode
    expect(await from({ origin: 'https://elsewhere.example' })).toBe(403)
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await from({ origin: shop.shop.deps.config.publicUrl })).toBe(200)
  })

  it('do not come by HEAD either', async () => {
    expect((await firstBytes({ url: video.url }, 'HEAD')).statusCode).toBe(403)
    expect((await firstBytes(video, 'HEAD')).statusCode).toBe(200)
  })

  it('do not come with the cookie of another session, though it may play the video itself', async () => {
    await shop.shop.deps.db.entitlement.updateMany({
      where: { videoId: 2 },
      data: { studentId: shop.people.otherStudent.id },
    })
    const other = await openVideo(shop, 2, 'otherStudent')
    expect(await statusOf(other)).toBe(206)
    expect(await statusOf({ url: video.url, cookie: other.cookie })).toBe(403)
  })

  it('do not come to another session of the same student with the first one’s URL', async () => {
    const second = await makeSession(shop.shop.deps, { studentId: shop.people.student.id })
    const answer = await shop.send({
      url: `/api/users/${shop.people.student.id}/videos/1/access`,
      headers: { authorization: `Bearer ${second.token}` },
    })
    const value = answer.cookies.find(({ name }) => name === 'media_session')?.value
    expect(answer.json().secureVideoUrl).not.toBe(video.url)
    expect(await statusOf({ url: video.url, cookie: `media_session=${value}` })).toBe(403)
  })

  it.each([
    ['a forged signature', (url: string) => url.replace(/&s=.*/, '&s=forged')],
    ['no signature', (url: string) => url.replace(/\?.*/, '')],
    ['two signatures', (url: string) => `${url}&s=forged`],
    [
      'the signature of another grant',
      (url: string) => url.replace(/media\/[^/]+/, 'media/01999999999999999999'),
    ],
    ['the name of another film', (url: string) => url.replace('file=air-law', 'file=navigation')],
    ['two names', (url: string) => `${url}&file=navigation.mp4`],
    ['no name', (url: string) => url.replace(/file=[^&]*&/, '')],
    ['another version of it', (url: string) => url.replace(/v=[^&]*/, `v=${'f'.repeat(32)}`)],
    ['a part that is none', (url: string) => url.replace('/film', '/poster')],
    ['a part that climbs', (url: string) => url.replace('/film', '/..%2f..%2fpackage.json')],
  ])('are not found by %s', async (_what, change) => {
    expect(await statusOf({ ...video, url: change(video.url) })).toBe(404)
  })

  it.each([
    [
      'another session’s id under our signature',
      (value: string) => `${'0'.repeat(24)}.${value.split('.')[1]}`,
    ],
    ['no signature', (value: string) => value.split('.')[0] ?? ''],
    ['an empty one', () => ''],
    ['a dot', () => '.'],
  ])('do not come with a cookie that has %s', async (_what, change) => {
    const value = video.cookie.replace('media_session=', '')
    expect(await statusOf({ ...video, cookie: `media_session=${change(value)}` })).toBe(403)
  })
})

describe('a video in several heights', () => {
  const bytesOf = async (url: string) => {
    const { statusCode, headers } = await shop.send({
      method: 'HEAD',
      url,
      headers: { cookie: video.cookie },
    })
    return statusCode === 200 ? Number(headers['content-length']) : statusCode
  }

  it('comes in the requested height, and in the original one by default', async () => {
    const list = await shop.send({
      as: 'student',
      url: `/api/users/${shop.people.student.id}/videos/1/access`,
    })
    const { renditions = [] } = accessOutput.parse(list.json())
    expect(renditions.map(({ height }) => height)).toEqual([720, 360])
    const [tall = 0, small = 0] = await Promise.all(renditions.map(({ url }) => bytesOf(url)))
    expect(tall).toBe(await bytesOf(video.url))
    expect(small).toBeGreaterThan(0)
    expect(small).toBeLessThan(tall)
  })

  it('comes in none without the cookie', async () => {
    const list = await shop.send({
      as: 'student',
      url: `/api/users/${shop.people.student.id}/videos/1/access`,
    })
    const { renditions = [] } = accessOutput.parse(list.json())
    for (const { url } of renditions) expect(await statusOf({ url })).toBe(403)
  })

  it('that has but one is offered without a choice', async () => {
    const list = await shop.send({
      as: 'student',
      url: `/api/users/${shop.people.student.id}/videos/2/access`,
    })
    expect(list.json()).not.toHaveProperty('renditions')
  })
})

describe('the cookie', () => {
  it('is for videos alone, out of reach of scripts and of other sites', async () => {
    const answer = await shop.send({
      as: 'student',
      url: `/api/users/${shop.people.student.id}/videos/1/access`,
    })
    expect(answer.cookies).toMatchObject([
      { name: 'media_session', path: '/media', httpOnly: true, sameSite: 'Strict' },
    ])
  })
})

describe('a grant', () => {
  const { advance } = { advance: (minutes: number) => shop.shop.deps.clock.advance(minutes * MINUTE) }

  it('ends ten minutes after it was last used, and asking again renews the same URL', async () => {
    expect(await statusOf(video)).toBe(206)
    advance(11)
    expect(await statusOf(video)).toBe(403)
    const again = await openVideo(shop, 1)
    expect(again.url).toBe(video.url)
    expect(await statusOf(again)).toBe(206)
  })

  it('lives on while ranges are fetched', async () => {
    for (let turn = 0; turn < 5; turn++) {
      advance(9)
      expect(await statusOf(video)).toBe(206)
    }
  })

  it('lives on while progress is saved', async () => {
    const url = `/api/users/${shop.people.student.id}/progress`
    for (let turn = 0; turn < 3; turn++) {
      advance(9)
      const body = { videoId: 1, progress: 10 }
      expect((await shop.send({ as: 'student', method: 'POST', url, body })).statusCode).toBe(200)
    }
    expect(await statusOf(video)).toBe(206)
  })
})

describe('access that ends', () => {
  const clock = () => shop.shop.deps.clock
  const db = () => shop.shop.deps.db

  it('is seen within a minute after the video was revoked', async () => {
    expect(await statusOf(video)).toBe(206)
    const open = { where: { videoId: 1, studentId: shop.people.student.id } }
    await db().entitlement.updateMany({
      ...open,
      data: { revokedAt: clock().now(), revokedReason: 'refund' },
    })
    clock().advance(MINUTE)
    expect(await statusOf(video)).toBe(403)
    await db().entitlement.updateMany({ ...open, data: { revokedAt: null, revokedReason: null } })
  })

  it('ends an answer that is on its way as well', async () => {
    const open = { where: { videoId: 1, studentId: shop.people.student.id } }
    const stream = shop.shop.deps.media.stream
    const streamed = vi.spyOn(shop.shop.deps.media, 'stream').mockImplementationOnce(async (...answer) => {
      await db().entitlement.updateMany({
        ...open,
        data: { revokedAt: clock().now(), revokedReason: 'refund' },
      })
      clock().advance(MINUTE)
      return stream(...answer)
    })
    await expect(shop.send({ url: video.url, headers: { cookie: video.cookie } })).rejects.toThrow()
    expect(streamed).toHaveBeenCalledOnce()
    streamed.mockRestore()
    await db().entitlement.updateMany({ ...open, data: { revokedAt: null, revokedReason: null } })
  })

  it('is seen within a minute after the session was ended', async () => {
    expect(await statusOf(video)).toBe(206)
    const session = { where: { id: shop.sessions.student.sessionId } }
    await db().session.update({ ...session, data: { revokedAt: clock().now() } })
    clock().advance(MINUTE)
    expect(await statusOf(video)).toBe(403)
    await db().session.update({ ...session, data: { revokedAt: null } })
  })

  it('is seen at the very moment the video expires, though it was checked a second before', async () => {
    const { expiresAt } = await db().entitlement.findFirstOrThrow({ where: { videoId: 1 } })
    await db().session.updateMany({ data: { expiresAt: new Date(expiresAt.getTime() + 3_600_000) } })
    clock().set(new Date(expiresAt.getTime() - 1_000).toISOString())
    const last = await openVideo(shop, 1)
    expect(await statusOf(last)).toBe(206)
    clock().advance(1_000)
    expect(await statusOf(last)).toBe(403)
    const answer = await shop.send({
      as: 'student',
      url: `/api/users/${shop.people.student.id}/videos/1/access`,
    })
    expect(answer.json()).toMatchObject({ hasAccess: false, secureVideoUrl: null })
  })
})
