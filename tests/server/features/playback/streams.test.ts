import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaveVideo, openVideo } from '#server/features/playback/media-grants.ts'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import { claimStream, createVideoReader } from '#server/features/playback/streams.ts'
import type { MediaAddress } from '#server/infra/media-url.ts'
import { type MadeStudent, makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { addressOf } from './address-of.ts'

let shop: TestShop
let student: MadeStudent
beforeAll(async () => {
  shop = await createTestShop()
  student = await makeBuyer(shop, [1, 2, 3, 4])
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.db.mediaGrant.deleteMany())

type Device = {
  token: string
  sessionId: string
  grantId: string
  playSession: string
  videoId: number
  video: MediaAddress
  beside: MediaAddress[]
}

/** A new device opens a video and has fetched nothing yet. */
async function open(videoId: number, who: MadeStudent = student): Promise<Device> {
  const { sessionId, token } = await makeSession(shop.deps, { studentId: who.id })
  const playSession = `player of ${sessionId}`
  const opened = await openVideo(shop.deps, { studentId: who.id, sessionId, videoId, playSession })
  const video = addressOf(opened.secureVideoUrl)
  const beside = [addressOf(opened.captionsUrl), addressOf(opened.chaptersUrl)]
  return { sessionId, token, grantId: video.grantId, playSession, videoId, video, beside }
}

/** Each device meets a server with an empty cache. */
const fetchBytes = ({ video, sessionId }: Device) => createVideoReader(shop.deps)({ ...video, sessionId })

const save = ({ token, playSession, videoId }: Device, positionSeconds = 10, sequence = 1) =>
  saveProgress(shop.deps, {
    token,
    address: '127.0.0.1',
    save: {
      userId: student.id,
      videoId,
      progress: positionSeconds,
      completed: false,
      positionSeconds,
      playSession,
      sequence,
    },
  })

const TOO_MANY = { code: 'TOO_MANY_STREAMS' }

describe('two videos at once', () => {
  it('may play; a third is refused for bytes and for saves', async () => {
    const [first, second, third] = [await open(1), await open(2), await open(3)]
    expect(await fetchBytes(first)).not.toBeNull()
    expect(await fetchBytes(second)).not.toBeNull()
    await expect(fetchBytes(third)).rejects.toMatchObject(TOO_MANY)
    await expect(save(third)).rejects.toMatchObject(TOO_MANY)
    expect(await fetchBytes(first)).not.toBeNull()
    await save(second)
  })

  it('are counted by saves and bytes, on one device or several', async () => {
    const [first, second, third] = [await open(1), await open(1), await open(1)]
    await save(first)
    await save(second)
    await expect(save(third)).rejects.toMatchObject(TOO_MANY)
  })

  it('still save the position of a third', async () => {
    const [first, second, third] = [await open(1), await open(2), await open(4)]
    await fetchBytes(first)
    await fetchBytes(second)
    await expect(save(third, 33)).rejects.toMatchObject(TOO_MANY)
    const where = { studentId_videoId: { studentId: student.id, videoId: 4 } }
    expect(await shop.deps.db.progress.findUnique({ where })).toMatchObject({ positionSeconds: 33 })
  })

  it('do not become three by opening, captions or many ranges of one video', async () => {
    const [first, second, third] = [await open(1), await open(2), await open(3)]
    const readVideo = createVideoReader(shop.deps)
    for (let range = 0; range < 5; range++) {
      await readVideo({ ...first.video, sessionId: first.sessionId })
    }
    for (const file of third.beside) {
      expect(await readVideo({ ...file, sessionId: third.sessionId })).not.toBeNull()
    }
    expect(await fetchBytes(second)).not.toBeNull()
  })

  it('do not affect other students', async () => {
    const other = await makeBuyer(shop, [1])
    for (const device of [await open(1), await open(2)]) await fetchBytes(device)
    expect(await fetchBytes(await open(1, other))).not.toBeNull()
  })

  it('are never three when ten start at once', async () => {
    const devices: Device[] = []
    for (let count = 0; count < 10; count++) devices.push(await open((count % 4) + 1))
    const held = await Promise.all(
      devices.map(({ grantId }) => claimStream(shop.deps, { studentId: student.id, grantId })),
    )
    expect(held.filter(Boolean)).toHaveLength(2)
  })
})

describe('a stream ends', () => {
  it('a minute after its last byte or save', async () => {
    const [first, second, third] = [await open(1), await open(2), await open(3)]
    await fetchBytes(first)
    await fetchBytes(second)
    shop.deps.clock.advance(59_000)
    await save(second)
    await expect(fetchBytes(third)).rejects.toMatchObject(TOO_MANY)
    shop.deps.clock.advance(1_000)
    expect(await fetchBytes(third)).not.toBeNull()
    await expect(save(first)).rejects.toMatchObject(TOO_MANY)
  })

  it('when its player is closed, and starts again when it is used', async () => {
    const [first, second, third] = [await open(1), await open(2), await open(3)]
    await fetchBytes(first)
    await fetchBytes(second)
    await leaveVideo(shop.deps, { ...first, playSession: 'another player' })
    await expect(fetchBytes(third)).rejects.toMatchObject(TOO_MANY)
    await leaveVideo(shop.deps, first)
    expect(await fetchBytes(third)).not.toBeNull()
    await expect(save(first, 50, 2)).rejects.toMatchObject(TOO_MANY)
  })

  it('with its session and with its entitlement', async () => {
    const [first, second, third] = [await open(1), await open(2), await open(3)]
    await fetchBytes(first)
    await fetchBytes(second)
    await shop.deps.db.session.update({
      where: { id: first.sessionId },
      data: { revokedAt: shop.deps.clock.now() },
    })
    expect(await fetchBytes(third)).not.toBeNull()
  })
})

describe('a limit of one', () => {
  it('comes from a setting', async () => {
    const deps = { ...shop.deps, config: { ...shop.deps.config, maxStreams: 1 } }
    const [first, second] = [await open(1), await open(2)]
    expect(await claimStream(deps, { studentId: student.id, grantId: first.grantId })).toBe(true)
    expect(await claimStream(deps, { studentId: student.id, grantId: second.grantId })).toBe(false)
    expect(await claimStream(deps, { studentId: student.id, grantId: first.grantId })).toBe(true)
  })
})
