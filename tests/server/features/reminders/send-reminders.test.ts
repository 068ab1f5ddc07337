import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeNews } from '#server/features/accounts/students.ts'
import { readLink, unsubscribe } from '#server/features/campaigns/unsubscribe.ts'
import { suppressAddress } from '#server/features/mail/suppressions.ts'
import { cancelExpired } from '#server/features/payments/reconcile-payments.ts'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import { sendReminders } from '#server/features/reminders/send-reminders.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))
/** A purchase of one test causes no reminder in the next. */
afterEach(async () => {
  await shop.deps.db.entitlement.updateMany({ data: { revokedAt: shop.deps.clock.now() } })
})

async function remindAt(at: string) {
  shop.deps.clock.set(at)
  await sendReminders(shop.deps)
}
const closing = async (email: string) =>
  (await readOutbox(shop.deps, 'access-expiring', email)).map(({ props }) => props.videos)
const waiting = (email: string) => readOutbox(shop.deps, 'films-waiting', email)
const carts = (email: string) => readOutbox(shop.deps, 'basket-left', email)

/** Saves progress from a new session. */
async function watch(studentId: string, videoId: number, progress: number) {
  const { token } = await makeSession(shop.deps, { studentId })
  await saveProgress(shop.deps, {
    token,
    address: '127.0.0.1',
    save: {
      userId: studentId,
      videoId,
      progress,
      completed: false,
      positionSeconds: null,
      playSession: null,
      sequence: null,
    },
  })
}

// Bought at 10:00 London time on 21 November, a video closes at 10:00 on 21 February.
describe('videos about to expire', () => {
  it('are reminded of 30, 7 and 1 days before, once each, with the progress', async () => {
    const { id, email } = await makeBuyer(shop, [1, 2])
    await watch(id, 2, 62)
    const mailedVideo = (title: string, percent: number) => ({
      title,
      percent,
      isCompleted: false,
      expiresAt: '2027-02-21T10:00:00.000Z',
      pricePence: 6_000,
    })
    const [first, second] = await shop.deps.db.video.findMany({
      where: { id: { in: [1, 2] } },
      orderBy: { position: 'asc' },
    })
    const videos = [first, second].map((video) => mailedVideo(video?.title ?? '', video?.id === 2 ? 62 : 0))
    await remindAt('2027-01-22T09:59:00Z')
    expect(await closing(email)).toEqual([])
    await remindAt('2027-01-22T10:00:00Z')
    await remindAt('2027-01-23T10:00:00Z')
    const early = videos.map((video) => ({ ...video, renewableFrom: '2027-02-07T00:00:00.000Z' }))
    expect(await closing(email)).toEqual([early])
    await remindAt('2027-02-14T10:00:00Z')
    await remindAt('2027-02-20T10:00:00Z')
    await remindAt('2027-02-20T23:00:00Z')
    await remindAt('2027-02-21T10:00:00Z')
    expect(await closing(email)).toEqual([early, videos, videos])
  })

  it('are reminded of with what was played of them, not with how far the place is', async () => {
    const { id, email } = await makeBuyer(shop, [6])
    await watch(id, 6, 90)
    await shop.deps.pool.query(
      `update "Progress" set "watched" = '{[0,30)}', "watchedSeconds" = 30, "durationSeconds" = 120 where "studentId" = $1`,
      [id],
    )
    await remindAt('2027-01-22T10:00:00Z')
    expect(await closing(email)).toMatchObject([[{ percent: 25 }]])
  })

  it('are reminded of again where an admin moved the end, once', async () => {
    const { id, email } = await makeBuyer(shop, [5])
    await remindAt('2027-02-20T12:00:00Z')
    expect(await closing(email)).toHaveLength(1)
    await shop.deps.db.entitlement.updateMany({
      where: { studentId: id },
      data: { expiresAt: new Date('2027-04-30T23:59:59.999Z') },
    })
    await remindAt('2027-04-30T12:00:00Z')
    await remindAt('2027-04-30T18:00:00Z')
    expect(await closing(email)).toHaveLength(2)
  })

  it('are reminded of once by four workers at the same time', async () => {
    const { email } = await makeBuyer(shop, [3])
    shop.deps.clock.set('2027-02-20T12:00:00Z')
    await Promise.all([1, 2, 3, 4].map(() => sendReminders(shop.deps)))
    expect(await closing(email)).toHaveLength(1)
  })

  it('are not reminded of where the video was bought again, revoked, or the account erased', async () => {
    const again = await makeBuyer(shop, [4])
    const refunded = await makeBuyer(shop, [4])
    const gone = await makeBuyer(shop, [4])
    const { db } = shop.deps
    const later = new Date('2027-06-01T10:00:00Z')
    const kept = await db.entitlement.findFirstOrThrow({ where: { studentId: again.id } })
    const { id: grantedById } = await makeAdmin(shop.deps)
    const grant = {
      orderId: null,
      orderLineId: null,
      isBundle: false,
      grantedById,
      grantReason: 'A tie of cables',
    }
    await db.entitlement.create({ data: { ...kept, ...grant, id: 'later', expiresAt: later } })
    await db.entitlement.updateMany({ where: { studentId: refunded.id }, data: { revokedAt: later } })
    await db.student.update({ where: { id: gone.id }, data: { erasedAt: later } })
    await remindAt('2027-02-20T12:00:00Z')
    for (const { email } of [again, refunded, gone]) expect(await closing(email)).toEqual([])
  })
})

describe('videos never started', () => {
  it('are reminded of after a week, once', async () => {
    const { email } = await makeBuyer(shop, [1, 2])
    await remindAt('2026-11-28T09:59:00Z')
    expect(await waiting(email)).toEqual([])
    await remindAt('2026-11-28T10:00:00Z')
    await remindAt('2026-11-29T10:00:00Z')
    const mails = await waiting(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.props.videos).toHaveLength(2)
  })

  it('are not reminded of where the student watches another video, opted out or unsubscribed', async () => {
    const watching = await makeBuyer(shop, [1, 2])
    const refusing = await makeBuyer(shop, [1])
    const unsubscribed = await makeBuyer(shop, [1])
    shop.deps.clock.set('2026-11-25T10:00:00Z')
    await watch(watching.id, 1, 5)
    await changeNews(shop.deps, { studentId: refusing.id, wantsNews: false })
    const { db, clock } = shop.deps
    const { email: address } = unsubscribed
    await suppressAddress(db, { address, reason: 'unsubscribed', detail: null, now: clock.now() })
    await remindAt('2026-11-28T10:00:00Z')
    expect(await waiting(watching.email)).toEqual([])
    expect(await waiting(refusing.email)).toEqual([])
    expect(await waiting(unsubscribed.email)).toEqual([])
  })
})

describe('an abandoned cart', () => {
  async function leaveCart({ wantsNews }: { wantsNews: boolean }) {
    const student = await makeStudent(shop.deps, wantsNews ? { newsOptInAt: shop.deps.clock.now() } : {})
    await shop.order({ student, videoIds: [5, 6] })
    return student
  }
  async function nextDay() {
    shop.deps.clock.set('2026-11-22T10:00:01Z')
    await cancelExpired(shop.deps)
    await sendReminders(shop.deps)
  }

  it('is reminded of once in all, where the student opted in, with an unsubscribe link', async () => {
    const student = await leaveCart({ wantsNews: true })
    await nextDay()
    const [mail, ...more] = await carts(student.email)
    expect(more).toEqual([])
    expect(mail?.props.titles).toHaveLength(2)
    const token = String(mail?.props.unsubscribeUrl).split('/').at(-1) ?? ''
    expect(await readLink(shop.deps, token)).toEqual({ state: 'open', address: student.email })
    expect(await unsubscribe(shop.deps, token)).toEqual({ state: 'done', address: student.email })
    expect(await readLink(shop.deps, token)).toMatchObject({ state: 'done' })

    shop.deps.clock.set('2026-12-01T10:00:00Z')
    await shop.order({ student, videoIds: [7] })
    shop.deps.clock.set('2026-12-02T10:00:01Z')
    await cancelExpired(shop.deps)
    await sendReminders(shop.deps)
    expect(await carts(student.email)).toHaveLength(1)
  })

  it('is not reminded of without opt-in, nor after a purchase', async () => {
    const silent = await leaveCart({ wantsNews: false })
    const buyer = await leaveCart({ wantsNews: true })
    shop.deps.clock.set('2026-11-21T12:00:00Z')
    const { intentId } = await shop.order({ student: buyer, videoIds: [5] })
    await shop.pay(intentId)
    await nextDay()
    expect(await carts(silent.email)).toEqual([])
    expect(await carts(buyer.email)).toEqual([])
  })

  it('is sealed in the outbox, because it contains a link that acts', async () => {
    const student = await leaveCart({ wantsNews: true })
    await nextDay()
    const row = await shop.deps.db.outboxMessage.findFirstOrThrow({
      where: { template: 'basket-left', toAddress: student.email },
    })
    expect(row.props).toEqual({})
    expect(row.secretsSealed).not.toBeNull()
  })
})
