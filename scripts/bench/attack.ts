import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#server/demo/postgres.ts'
import { type AttackedShop, startAttackedShop } from './attacked-shop.ts'
import { type Attack, attacksOn } from './attacks.ts'

/**
 * How long other visitors wait during an attack, and how much memory the shop uses: the built shop in a
 * process of its own, /healthz requested every 5 ms by another. Each attack comes after the same from an ordinary visitor,
 * and a sign-in from another address; their memory is its measure. Medians over BENCH_ROUNDS (3). Memory is read from /proc: Linux alone.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const GOAL = 'goals: 100 ms, 20 MB'
const MEMORY_EVERY_MS = 10

type Stretch = { longestMs: number; peakMegabytes: number }

function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** The longest wait of /healthz and the most memory during some work. */
async function watch(work: () => Promise<unknown>, measure: Measure): Promise<Stretch> {
  await measure.restart()
  let peakMegabytes = measure.memory()
  const timer = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, measure.memory())
  }, MEMORY_EVERY_MS)
  await work()
  await pause(100)
  clearInterval(timer)
  return { longestMs: await measure.restart(), peakMegabytes }
}

type Measure = { restart(): Promise<number>; memory(): number; forgetLimits(): Promise<void> }
type Row = { ordinaryMs: number; attackMs: number; addedMegabytes: number; elsewhereMs: number }

async function tryOnce(shop: AttackedShop, { ordinary, attack }: Attack, measure: Measure): Promise<Row> {
  await measure.forgetLimits()
  const before = await watch(() => Promise.all([ordinary(), shop.signInElsewhere()]), measure)
  let elsewhereMs = 0
  const during = await watch(async () => {
    const attacking = attack()
    const begun = performance.now()
    await shop.signInElsewhere()
    elsewhereMs = performance.now() - begun
    await attacking
  }, measure)
  const addedMegabytes = Math.max(0, during.peakMegabytes - before.peakMegabytes)
  return { ordinaryMs: before.longestMs, attackMs: during.longestMs, addedMegabytes, elsewhereMs }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function say(name: string, rows: Row[]): void {
  const of = (figure: keyof Row) => Math.round(median(rows.map((row) => row[figure])))
  process.stdout.write(
    `attack, ${name}: /healthz waited at most ${of('attackMs')} ms (ordinarily ${of('ordinaryMs')} ms), ` +
      `${of('addedMegabytes')} MB added; a sign-in from elsewhere took ${of('elsewhereMs')} ms (${GOAL})\n`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'bench-attack-'))
const server = await startPostgres(folder, {})
const shop = await startAttackedShop(server.url)
const asker = fork(join(import.meta.dirname, 'health-asker.ts'), [shop.healthUrl])
const db = new pg.Client({ connectionString: server.url })
try {
  await db.connect()
  const measure: Measure = {
    memory: () => memoryOf(shop.pid),
    async restart() {
      const answer = once(asker, 'message')
      asker.send('restart')
      const [longest] = await answer
      return Number(longest)
    },
    async forgetLimits() {
      await db.query('delete from rate_limit')
    },
  }
  const attacks = attacksOn(shop)
  // What is loaded at first use is loaded now.
  for (const { ordinary } of attacks) await ordinary()
  for (const attack of attacks) {
    const rows: Row[] = []
    for (let round = 0; round < ROUNDS; round++) rows.push(await tryOnce(shop, attack, measure))
    say(attack.name, rows)
  }
} finally {
  asker.kill()
  await db.end()
  await shop.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
