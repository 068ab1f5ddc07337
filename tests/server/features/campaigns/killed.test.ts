import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { size } from '#tests/support/size.ts'
import { addresses, startTestCampaign, statesOf } from './campaign.ts'
import { buildWorker, type WorkerProcess, type WorkerProgram } from './worker-process.ts'

const RECIPIENTS = size(300, 2_000)
const CONCURRENCY = 6
/** A killed worker is replaced when its lease ends, and each start takes several seconds. */
const LONG = size(600_000, 3_600_000)

let deps: TestDeps
let sink: MailSink
let program: WorkerProgram
beforeAll(async () => {
  ;[deps, sink, program] = await Promise.all([createTestDeps(), startMailSink(), buildWorker()])
})
afterAll(async () => {
  await sink.close()
  program.remove()
  await deps.close()
})

function startTwo(env: Record<string, string>): Promise<WorkerProcess[]> {
  const all = {
    DATABASE_URL: deps.databaseUrl,
    SMTP_URL: sink.smtpUrl,
    MAIL_RATE_PER_SECOND: '400',
    MAIL_CONCURRENCY: String(CONCURRENCY),
    LOG_LEVEL: 'info',
    ...env,
  }
  return Promise.all([program.start(all), program.start(all)])
}

/** Resolves during the next mail, once so many were accepted since `from`. */
function afterMails(from: number, count: number): Promise<void> {
  return new Promise((resolve) => {
    sink.onMail(() => {
      if (sink.accepted.length - from >= count) resolve()
    })
  })
}

type Killing = { kills: number; env: Record<string, string>; redis?: TestRedis }

/** Sends to all recipients while workers are killed at random moments; returns the outcome. */
async function sendThroughKills({ kills, env, redis }: Killing) {
  const list = addresses(RECIPIENTS)
  const from = sink.accepted.length
  const campaignId = await startTestCampaign(deps, list)
  const most = Math.floor(RECIPIENTS / (kills + 2))
  let workers = await startTwo(env)
  let next = 0
  for (let kill = 0; kill < kills; kill++) {
    if (redis && kill === 1) {
      await afterMails(from, next + 1)
      await redis.kill()
      await redis.start()
    }
    next += randomInt(1, most)
    await afterMails(from, next)
    await Promise.all(workers.map((worker) => worker.kill()))
    workers = await startTwo(env)
  }
  await vi.waitFor(
    async () => {
      const { status } = await deps.db.campaign.findUniqueOrThrow({ where: { id: campaignId } })
      expect(status).toBe('done')
    },
    { timeout: LONG, interval: 250 },
  )
  await Promise.all(workers.map((worker) => worker.stop()))
  return { list, accepted: sink.accepted.slice(from), states: await statesOf(deps, campaignId) }
}

type Outcome = Awaited<ReturnType<typeof sendThroughKills>>

function expectOnceEach({ list, accepted, states }: Outcome, kills: number): void {
  expect(new Set(accepted).size).toBe(accepted.length)
  expect(Object.keys(states)).toEqual(list)
  const inState = (state: string) => list.filter((address) => states[address] === state)
  const got = new Set(accepted)
  expect(inState('sent').filter((address) => !got.has(address))).toEqual([])
  expect(inState('sent').length + inState('unknown').length).toBe(list.length)
  expect(inState('unknown').length).toBeLessThanOrEqual(kills * CONCURRENCY)
  recordReliability('worker killed while sending', kills, 'kills')
  recordReliability('worker killed while sending', list.length, 'recipients, none lost, none twice')
  recordReliability('worker killed while sending', inState('unknown').length, 'shown as unclear')
}

describe('workers killed while they send a campaign', () => {
  it('miss no recipient and mail none twice, on Redis that loses its data once', {
    timeout: LONG,
  }, async () => {
    const redis = await startRedis()
    const kills = size(5, 20)
    const outcome = await sendThroughKills({ kills, env: { REDIS_URL: redis.url }, redis })
    await redis.close()
    expectOnceEach(outcome, kills)
  })

  it('the same on PostgreSQL alone', { timeout: LONG }, async () => {
    const kills = size(1, 5)
    expectOnceEach(await sendThroughKills({ kills, env: {} }), kills)
  })
})
