import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaveVideo, openVideo } from '#server/features/playback/media-grants.ts'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import type { ProgressSaveInput } from '#shared/schemas/progress.ts'
import { type MadeStudent, makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let student: MadeStudent
beforeAll(async () => {
  shop = await createTestShop()
  student = await makeBuyer(shop, [1])
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.deps.db.mediaGrant.deleteMany()
  await shop.deps.db.progress.deleteMany()
})

/** A device with the video open, and its saves by position. */
async function device(name: string) {
  const { sessionId, token } = await makeSession(shop.deps, { studentId: student.id })
  await openVideo(shop.deps, { studentId: student.id, sessionId, videoId: 1, playSession: name })
  let sequence = 0
  return {
    save(positionSeconds: number, fields: Partial<ProgressSaveInput> = {}) {
      sequence += 1
      return saveProgress(shop.deps, {
        token,
        address: '127.0.0.1',
        save: {
          userId: student.id,
          videoId: 1,
          progress: positionSeconds,
          completed: false,
          positionSeconds,
          playSession: name,
          sequence,
          ...fields,
        },
      })
    },
    close: () => leaveVideo(shop.deps, { sessionId, playSession: name }),
  }
}

const place = async () =>
  (await shop.deps.db.progress.findFirstOrThrow({ where: { studentId: student.id } })).positionSeconds

describe('the same video on two devices', () => {
  it('keeps the position further on while both play', async () => {
    const [laptop, phone] = [await device('laptop'), await device('phone')]
    await laptop.save(60)
    await phone.save(20)
    expect(await place()).toBe(60)
    shop.deps.clock.advance(5_000)
    await laptop.save(65)
    await phone.save(25)
    expect(await place()).toBe(65)
    await phone.save(70)
    expect(await place()).toBe(70)
  })

  it('follows the other as soon as one is closed or was paused for a minute', async () => {
    const [laptop, phone] = [await device('laptop'), await device('phone')]
    await laptop.save(60)
    await laptop.close()
    await phone.save(20)
    expect(await place()).toBe(20)
    await laptop.save(80)
    shop.deps.clock.advance(60_000)
    await phone.save(25)
    expect(await place()).toBe(25)
  })

  it('is completed by either for both', async () => {
    const [laptop, phone] = [await device('laptop'), await device('phone')]
    await laptop.save(50)
    await phone.save(20, { progress: 100, completed: true })
    expect(await shop.deps.db.progress.findFirst()).toMatchObject({ positionSeconds: 50, completed: true })
  })

  it('accepts a rewind on a single device', async () => {
    const laptop = await device('laptop')
    await laptop.save(60)
    await laptop.save(10)
    expect(await place()).toBe(10)
  })
})

describe('a delayed save', () => {
  it('does not undo later progress from elsewhere', async () => {
    const [laptop, phone] = [await device('laptop'), await device('phone')]
    await phone.save(60)
    shop.deps.clock.advance(90_000)
    await laptop.save(30, { waitedSeconds: 120 })
    expect(await place()).toBe(60)
  })

  it('counts where it is the newest', async () => {
    const [laptop, phone] = [await device('laptop'), await device('phone')]
    await phone.save(20)
    shop.deps.clock.advance(600_000)
    await laptop.save(30, { waitedSeconds: 300 })
    expect(await place()).toBe(30)
    await phone.save(25, { waitedSeconds: 400 })
    expect(await place()).toBe(30)
  })

  it('starts no stream', async () => {
    const laptop = await device('laptop')
    await laptop.save(30, { waitedSeconds: 300 })
    expect(await shop.deps.db.mediaGrant.count({ where: { lastActiveAt: { not: null } } })).toBe(0)
  })
})
