import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { appRouter } from '#server/router.ts'
import { findEndpoints } from '#tests/server/rest/access-rules.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { environmentOf } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'
import { makeRequest, randomOf, type Target } from './fuzz-requests.ts'

/** `FUZZ_SEED` repeats a run; `FUZZ_ROUND` sends one of its requests alone. */
const isFull = size(0, 1) === 1
const SEED = Number(process.env.FUZZ_SEED ?? (isFull ? Date.now() % 2 ** 31 : 20_261_128))
const ONLY = process.env.FUZZ_ROUND === undefined ? null : Number(process.env.FUZZ_ROUND)
const AT_ONCE = 8
/** Longer than the server waits for a request that does not come to its end. */
const LONGEST_WAIT_MS = 60_000
const RENEW_EVERY = 100

let app: TestApp
let running: RunningShop
let targets: Target[]
let asker: ChildProcess
beforeAll(async () => {
  app = await createTestApp()
  await renewSessions()
  // A process of its own can die, and sends its visitors' addresses through one proxy, so that limits end nothing.
  running = await startRunningShop({ ...environmentOf(app.shop), TRUST_PROXY: '1' })
  targets = await listTargets()
  asker = fork(join(projectRoot, 'scripts/bench/health-asker.ts'), [`${running.url}/healthz`], {
    execArgv: ['--import=tsx'],
  })
  await longestHealth()
}, 600_000)
afterAll(async () => {
  asker.kill()
  await running.stop()
  await app.close()
})

/** Signing out and changing passwords are among the calls. */
async function renewSessions(): Promise<void> {
  await app.shop.deps.pool.query(
    `update "Session" set "revokedAt" = null, "lastUsedAt" = now(), "stepUpAt" = now(), "expiresAt" = now() + interval '1 day'`,
  )
}

async function listTargets(): Promise<Target[]> {
  const page = await (await fetch(running.url)).text()
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = '/']) => ({
    method: 'GET',
    path,
  }))
  const procedures = findEndpoints(appRouter._def.procedures).endpoints.map(({ path, type }) => ({
    method: type === 'query' ? 'GET' : 'POST',
    path: `/trpc/${path}`,
  }))
  const routes = app.routes.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path }
  })
  const others = ['/', '/*', '/videos/*', '/assets/*', '/dev/mail', '/dev/stripe', '/sitemap.xml']
  return [...routes, ...procedures, ...files, ...others.map((path) => ({ method: 'GET', path }))]
}

/** The status of the answer; 0 where the server hung up without one. Fails where nothing happens for too long. */
async function send(bytes: Buffer): Promise<number> {
  const socket = connect({
    port: Number(new URL(running.url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  })
  let received = ''
  let failure: Error | null = null
  socket.on('data', (chunk) => {
    if (received.length < 2_000) received += chunk.toString('latin1')
  })
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('end', () => socket.destroy())
  socket.end(bytes)
  if (!socket.destroyed) await once(socket, 'close').catch(() => undefined)
  if (failure && isAbort(failure)) throw new Error('no answer, and no end of the connection')
  // A 100 is no answer yet.
  return Number(/^HTTP\/1\.1 ([2-5]\d\d)/m.exec(received)?.[1] ?? 0)
}

const isAbort = (error: Error) => error.name === 'AbortError' || error.name === 'TimeoutError'

async function attempt(round: number): Promise<number> {
  const random = randomOf(SEED + round * 7_919)
  const target = random.pick(targets)
  const caller = random.pick(['anonymous', 'student', 'referer', 'admin'] as const)
  const bytes = makeRequest(random, target, random.isOneIn(10) ? {} : app.headersOf(caller))
  const what = `FUZZ_SEED=${SEED} FUZZ_ROUND=${round} ${target.method} ${target.path} as ${caller}`
  const status = await send(bytes).catch((error: unknown) => {
    throw new Error(`${what}: ${String(error)}`)
  })
  expect(
    status < 500 || status === 503,
    `${what}: ${status}\n${bytes.subarray(0, 600).toString('latin1')}`,
  ).toBe(true)
  return status
}

/** The longest wait of /healthz since it was asked last. A process of its own asks, which the fuzz does not keep waiting. */
async function longestHealth(): Promise<number> {
  const answer = once(asker, 'message')
  asker.send('restart')
  const [longest] = await answer
  return Number(longest)
}

it(
  'no bytes sent to any endpoint are an error of ours, hang, or end the process',
  async () => {
    const rounds = size(400, 30_000)
    const statuses = new Map<number, number>()
    let next = 0
    async function fuzz(): Promise<void> {
      while (next < rounds) {
        const round = next++
        if (round % RENEW_EVERY === 0) await renewSessions()
        const status = await attempt(round)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    if (ONLY === null) await Promise.all(Array.from({ length: AT_ONCE }, fuzz))
    else await attempt(ONLY)
    const longest = await longestHealth()
    const shown = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`)
    process.stdout.write(
      `Fuzz of ${targets.length} endpoints, FUZZ_SEED=${SEED}: ${shown.join(', ')}; /healthz at most ${longest.toFixed(0)} ms\n`,
    )
    expect(running.hasEnded()).toBe(false)
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200)
  },
  size(600_000, 3_600_000),
)
