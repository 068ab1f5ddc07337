import pg from 'pg'
import { z } from 'zod'
import { readAddresses } from '#server/demo/part-addresses.ts'
import { systemClock } from '#server/infra/clock.ts'
import { newId } from '#server/infra/ids.ts'
import { type VideoOutput, videosOutput } from '#shared/schemas/catalog.ts'
import { buyByRest, openAccount, type Student } from '#tests/support/rest-buyer.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { applyAsReferers, makeReferers, payOutBalance, payQuarters } from './referers.ts'
import { findAdminId, openPortal, openSession } from './sessions.ts'
import { createShopClock, type ShopClock } from './shop-clock.ts'

/** The demo's own referer: the one with sales. */
const CODE = 'HEDGEROW17'
const ALL_VIDEOS = [1, 2, 3, 4, 5, 6, 7]
/** Two quarters back, and one back but longer ago than a single video is open. */
const PAST_DAYS = [210, 120] as const

/** The shop that is photographed, and what its people have. */
export type World = {
  url: string
  videos: readonly VideoOutput[]
  students: { new: Student; some: Student; all: Student; expired: Student }
  tokens: { admin: string }
  portals: Record<'first' | 'new' | 'busy' | 'changing' | 'ended', string>
  orderId: string
  paymentIntentId: string
  mail: RunningShop['mail']
  db: pg.Client
  stop(): Promise<void>
}

/** Starts a shop in this folder and fills it: students, sales of two past quarters and of this one, referers, payouts. */
export async function makeWorld(folder: string): Promise<World> {
  const clock = await createShopClock(folder, PAST_DAYS[0])
  const shop = await startRunningShop({
    ...clock.env,
    DATA_DIR: folder,
    ANALYTICS_SCRIPT_URL: 'https://analytics.example.com/count.js',
  })
  const db = new pg.Client({ connectionString: readAddresses(folder).databaseUrl })
  await db.connect()
  const people = await sell(shop, clock)
  const admin = await openSession(db, 'adminId', await findAdminId(db))
  await makeReferers(shop, db, admin)
  await payQuarters({ shop, db, admin }, PAST_DAYS)
  await payOutBalance({ shop, admin })
  await watch(db, people.students)
  // The session of 120 days ago has ended since.
  people.students.expired.token = await openSession(db, 'studentId', people.students.expired.id)
  const portal = (code: string) => openPortal(db, code)
  const answer = await fetch(`${shop.url}/api/videos`)
  return {
    url: shop.url,
    videos: videosOutput.parse(await answer.json()),
    ...people,
    tokens: { admin },
    portals: {
      first: await portal('FIRSTDAY1'),
      new: await portal('CROSSWIN12'),
      busy: await portal(CODE),
      changing: await portal('WINDSOCK204'),
      ended: await portal('OLDGATE7'),
    },
    orderId: await findOrderId(db, people.students.some),
    mail: shop.mail,
    db,
    async stop() {
      await db.end()
      await shop.stop()
    },
  }
}

async function sell(shop: RunningShop, clock: ShopClock) {
  const open = (name: string) => openAccount(shop, name)
  const early = await open('early-bird')
  await buyByRest(shop, early, { videoIds: ALL_VIDEOS, referralCode: CODE })
  await clock.setDaysAgo(PAST_DAYS[1])
  const [expired, member] = await Promise.all([open('kim-expired'), open('club-member')])
  await buyByRest(shop, expired, { videoIds: [2, 3], referralCode: CODE })
  await buyByRest(shop, member, { videoIds: ALL_VIDEOS, referralCode: CODE })
  await clock.setDaysAgo(0)
  const [newcomer, some, all] = await Promise.all([open('nina'), open('sasha'), open('alex')])
  const { paymentIntentId } = await buyByRest(shop, some, { videoIds: [1, 2, 5], referralCode: CODE })
  await buyByRest(shop, all, { videoIds: ALL_VIDEOS, referralCode: CODE })
  await applyAsReferers(shop)
  return { students: { new: newcomer, some, all, expired }, paymentIntentId }
}

/** How far the videos have been watched, and what was written beside one. */
async function watch(db: pg.Client, students: World['students']): Promise<void> {
  const now = systemClock.now()
  const seen: [Student, number, number, number][] = [
    [students.some, 1, 100, 0],
    [students.some, 2, 43, 51],
    [students.all, 1, 100, 0],
    [students.all, 3, 37, 44],
    [students.expired, 2, 62, 74],
  ]
  for (const [student, videoId, percent, seconds] of seen) {
    await db.query(
      `insert into "Progress" ("studentId", "videoId", "percent", "positionSeconds", "completed", "startedAt", "updatedAt",
         "watched", "watchedSeconds", "durationSeconds")
       values ($1, $2, $3, $4, $5, $6, $6, int4multirange(int4range(0, $7)), $7, 119)`,
      [student.id, videoId, percent, seconds, percent === 100, now, percent === 100 ? 119 : seconds],
    )
  }
  const notes: [number, string][] = [
    [8, 'The front slopes: cold air undercuts.'],
    [
      64,
      'Cumulonimbus: go round it, at least ten miles, and never under the anvil.\nAsk about embedded ones.',
    ],
  ]
  for (const [seconds, body] of notes) {
    await db.query(
      `insert into "Note" ("id", "studentId", "videoId", "positionSeconds", "body", "createdAt", "updatedAt")
       values ($1, $2, 3, $3, $4, $5, $5)`,
      [newId(now), students.all.id, seconds, body, now],
    )
  }
}

async function findOrderId(db: pg.Client, student: Student): Promise<string> {
  const { rows } = await db.query('select "id" from "Order" where "studentId" = $1 limit 1', [student.id])
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id
}
