import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/infra/db.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type Gate, startGate } from '#tests/support/gate.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { size } from '#tests/support/size.ts'

const AT_ONCE = size(10, 50)
const OUTAGES = size(1, 10)

let shop: TestApp
let gate: Gate
let closeDatabase: () => Promise<void>
let url: string
beforeAll(async () => {
  shop = await createTestApp({
    async partsOf({ databaseUrl, log }) {
      gate = await startGate(databaseUrl)
      const { prisma, pool, close } = openDatabase(gate.url, log)
      closeDatabase = close
      return { db: prisma, pool }
    },
  })
  url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await gate.open()
  await shop.close()
  await closeDatabase()
  await gate.end()
})

type Answer = { status: number; ms: number; hasRetryAfter: boolean }

async function ask(): Promise<Answer> {
  const start = performance.now()
  const answer = await fetch(`${url}/api/auth/me`, {
    headers: shop.headersOf('student'),
    signal: AbortSignal.timeout(60_000),
  })
  await answer.text()
  return {
    status: answer.status,
    ms: performance.now() - start,
    hasRetryAfter: answer.headers.has('retry-after'),
  }
}

const askAll = () => Promise.all(Array.from({ length: AT_ONCE }, ask))
const statusesOf = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status))

it('a database lost under load is 503 for everybody, and serves everybody once it is back', async () => {
  let slowest = 0
  let longestReturn = 0
  for (let outage = 0; outage < OUTAGES; outage++) {
    expect(statusesOf(await askAll())).toEqual(new Set([200]))
    const meanwhile = askAll()
    await gate.close()
    for (const { status } of await meanwhile) expect([200, 503]).toContain(status)
    const refused = await askAll()
    expect(statusesOf(refused)).toEqual(new Set([503]))
    expect(refused.every(({ hasRetryAfter }) => hasRetryAfter)).toBe(true)
    slowest = Math.max(slowest, ...refused.map(({ ms }) => ms))

    await gate.open()
    const opened = performance.now()
    await expect.poll(async () => (await ask()).status, { interval: 20 }).toBe(200)
    longestReturn = Math.max(longestReturn, performance.now() - opened)
    expect(statusesOf(await askAll())).toEqual(new Set([200]))
  }
  recordReliability('parts away', OUTAGES, 'outages of the database under load')
  recordReliability('parts away', Math.round(slowest), 'ms the slowest 503')
  recordReliability('parts away', Math.round(longestReturn), 'ms the longest return')
}, 600_000)
