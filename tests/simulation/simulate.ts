import { setTimeout as pause } from 'node:timers/promises'
import { type Actors, createActors } from './actors.ts'
import { ALL } from './far-faults.ts'
import { isHindered } from './hindrance.ts'
import { type History, type Interruption, interrupts, type ProcessName, type Step } from './history.ts'
import { type Broken, checkBooked, checkDay, checkSettled, countUnderWay } from './laws.ts'
import { until } from './part.ts'
import type { Plant } from './plants.ts'
import { openWorld, type World } from './world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How often the clock leaps in a quiet time, by as many minutes as the slowest scheduled job waits for. */
const QUIET_LEAPS = 60
const LEAP_MINUTES = 11
/** Reconciliation runs every five minutes, and leaves the youngest payments to their webhooks. */
const BOOKED_LEAPS = 3
/** In so many quiet times access is asked for once to all videos of all buyers, else to those whose rows changed. */
const ALL_EVERY = 3
/** A job is tried eight times at most. */
const OUTAGE_LEAPS = 8
/** A process writes its log at least as often. */
const LOG_MS = 300

export type Failure = { day: number; broken: Broken[]; log: string }
export type Options = { build: string; plant?: Plant | undefined; say?: (words: string) => void }

/** Lets a history happen; null where every law held on every day. */
export async function simulate(
  history: History,
  { build, plant, say = () => undefined }: Options,
): Promise<Failure | null> {
  const hasFullDisks = history.steps.some((step) => step.kind === 'database away' && step.how === 'full')
  const { start, queue } = history
  const world = await openWorld({ start, build, plant: plant ?? null, queue, hasFullDisks })
  const actors = createActors(world)
  try {
    await actors.openClubs(history.seed)
    for (const day of history.ownDays) {
      const isQuiet = history.quietDays.includes(day)
      const broken = await live(world, actors, { history, day, isQuiet })
      if (broken.length > 0) {
        await pause(LOG_MS)
        return { day, broken, log: await world.keepLog(history.seed) }
      }
      if (isQuiet) say(`seed ${history.seed}: day ${day + 1} of ${history.days}`)
    }
    return null
  } finally {
    await world.close()
  }
}

type Day = { history: History; day: number; isQuiet: boolean }

/** One day and what it broke. Where a step cannot end, the shop does not answer or a process does not start. */
async function live(world: World, actors: Actors, { history, day, isQuiet }: Day): Promise<Broken[]> {
  try {
    const isHard = isHindered(history, day)
    const today = () => happen(world, actors, { history, day })
    await (isHard ? today() : actors.patiently(today))
    // What is tried again during an outage fails too.
    if (history.steps.some((step) => step.day === day && 'times' in step && step.times === ALL))
      await letPass(world, OUTAGE_LEAPS)
    await endFaults(world)
    const unheard = await endSilence(world)
    if (isQuiet) {
      await settle(world)
      if (await actors.attend()) await settle(world)
    }
    if (day === history.ownDays.at(-1)) await pause(LOG_MS)
    const settled = isQuiet ? await checkSettled(world, actors, asksForAll(history, day)) : []
    return [...unheard, ...(await checkDay(world, actors, isHard)), ...settled]
  } catch (error) {
    return [
      { law: 'every step comes to an end', detail: error instanceof Error ? error.message : String(error) },
    ]
  }
}

/** Whether access to all videos of all buyers is asked for in a quiet time. */
function asksForAll({ quietDays, days }: History, day: number): boolean {
  return day === days - 1 || quietDays.indexOf(day) % ALL_EVERY === ALL_EVERY - 1
}

async function happen(
  world: World,
  actors: Actors,
  { history, day }: { history: History; day: number },
): Promise<void> {
  const morning = new Date(history.start).getTime() + day * DAY_MS
  const underWay: Promise<void>[] = []
  const prices: Promise<void>[] = []
  const steps = history.steps.filter((one) => one.day === day)
  // A day without a step passes all the same.
  if (steps.length === 0) await world.leapTo(new Date(morning))
  for (const step of steps) {
    await world.leapTo(new Date(morning + step.minute * MINUTE_MS))
    if (!interrupts(step)) {
      await act(world, actors, step)
      // The admin's mailed code is good for minutes: the clock does not leap before it is used.
      await Promise.all(prices)
      continue
    }
    const work = interrupt(world, actors, step)
    underWay.push(work)
    if (step.kind === 'price') prices.push(work)
  }
  await Promise.all(underWay)
  await world.startAll()
  for (const name of world.processes.newer()) await restart(world, actors, { name, build: null })
  // A clock that is ahead is set right by a leap, beyond what it wrote meanwhile.
  if (steps.some(({ kind }) => kind === 'clock jumps')) await world.letPass(2 * MINUTE_MS)
}

/** In the middle of what comes next. */
async function interrupt(world: World, actors: Actors, step: Interruption): Promise<void> {
  const { processes, gate } = world
  await pause(step.afterMs)
  switch (step.kind) {
    case 'kill':
      return kill(world, step.process)
    case 'stop':
      return processes.stop(step.process, step.forMs)
    case 'database away':
      if (step.how === 'closed') await gate.close()
      if (step.how === 'silent') gate.hang()
      if (step.how === 'lost') gate.lose()
      if (step.how === 'full') await world.fillDisk(true)
      await pause(step.forMs)
      if (step.how === 'full') await world.fillDisk(false)
      await gate.open()
      return world.doubtJobs()
    case 'queue away':
      await world.jobStore?.fail(step.how, step.forMs)
      return world.doubtJobs()
    case 'price':
      return actors.changePrice(step)
    case 'deploy':
      return deploy(world, actors)
  }
}

/** What was killed is started again in the evening, or at once where nothing else could serve. */
async function kill(world: World, name: ProcessName): Promise<void> {
  await world.processes.kill(name)
  await world.doubtJobs()
  world.turnWebhooks()
  if (world.processes.urls().length === 0 || name.startsWith('worker')) await world.startAll()
}

/** One after the other, so that some always serve. Each ends what it has begun. */
async function deploy(world: World, actors: Actors): Promise<void> {
  for (const name of world.processes.names()) await restart(world, actors, { name })
}

/** From another build, where one is named; null is that of all. */
async function restart(
  { processes, end, turnWebhooks, startAll }: World,
  { seen }: Actors,
  { name, build }: { name: ProcessName; build?: string | null },
): Promise<void> {
  const isRunning = processes.names().includes(name)
  const code = await end(name)
  if (isRunning && code !== 0)
    seen.push({ law: 'a process ends what it has begun', detail: `${name} ended with ${code}` })
  turnWebhooks()
  if (build !== undefined) processes.setBuild(name, build)
  await startAll()
}

async function startNext(
  world: World,
  actors: Actors,
  { web, worker }: Extract<Step, { kind: 'two versions' }>,
): Promise<void> {
  const build = await world.installNext()
  for (const name of [web, worker]) await restart(world, actors, { name, build })
}

async function act(world: World, actors: Actors, step: Exclude<Step, Interruption>): Promise<void> {
  const { controls } = world.sandbox
  switch (step.kind) {
    case 'buy':
      return actors.buy(step)
    case 'watch':
    case 'watch on two devices':
      return actors.watch(step)
    case 'refund':
      return actors.refund(step)
    case 'refund at Stripe':
    case 'refund fails':
    case 'dispute ends':
      return actors.atStripe(step)
    case 'stripe forgets':
      return actors.forget(step)
    case 'pay payouts':
      return actors.payPayouts()
    case 'bank file':
      return actors.makeBankFiles()
    case 'bank statement':
      return actors.readBankStatement(step)
    case 'campaign':
      return actors.sendCampaign()
    case 'attack':
      return actors.attack(step.how)
    case 'look around':
      return actors.lookAround()
    case 'club looks':
      return actors.clubLooks(step)
    case 'share of a club':
      return actors.changeShare(step)
    case 'unsubscribe':
      return actors.unsubscribe(step)
    case 'erase':
      return actors.erase(step)
    case 'two versions':
      return startNext(world, actors, step)
    case 'clock jumps':
      return world.jump(step.process, step.byMs)
    case 'mail server refuses':
      return world.mail.refuse(step.times)
    case 'mail server is slow':
      return world.mail.slow(step.byMs)
    case 'mail server is silent':
      return world.mail.fallSilent(step.about, step.times)
    case 'stripe fails':
      controls.switch({ fault: step.how, faultsLeft: step.times })
      return
    case 'no webhook comes':
      controls.switch({ dropNext: ALL, refusesEvents: !step.isListed })
      return
    case 'webhooks':
      if (step.how === 'lost') controls.switch({ dropNext: step.count })
      if (step.how === 'repeated') controls.switch({ duplicateWebhooks: true })
      if (step.how === 'reversed') controls.switch({ reverseWebhooks: true, holdWebhooks: true })
      if (step.how === 'late') controls.switch({ holdWebhooks: true })
  }
}

async function letPass(world: World, leaps: number): Promise<void> {
  for (let leap = 0; leap < leaps; leap++) {
    await world.letPass(LEAP_MINUTES * MINUTE_MS)
    await world.whenIdle()
  }
}

async function endFaults(world: World): Promise<void> {
  world.mail.refuse(0)
  world.mail.slow(0)
  world.mail.fallSilent('greeting', 0)
  const { controls } = world.sandbox
  controls.switch({ fault: null, faultsLeft: 0, holdWebhooks: false })
  await controls.deliverDue()
  controls.switch({ dropNext: 0, duplicateWebhooks: false, reverseWebhooks: false })
}

/** Where Stripe tells of nothing, what it took is found all the same, before its list of events answers again. */
async function endSilence(world: World): Promise<Broken[]> {
  const { controls } = world.sandbox
  if (!controls.switches().refusesEvents) return []
  controls.switch({ dropNext: ALL })
  await letPass(world, BOOKED_LEAPS)
  const broken = await checkBooked(world)
  controls.switch({ refusesEvents: false, dropNext: 0 })
  return broken
}

/** Leaps the clock until nothing is on its way any more. */
async function settle(world: World): Promise<void> {
  for (let leap = 0; leap < QUIET_LEAPS; leap++) {
    await world.letPass(LEAP_MINUTES * MINUTE_MS)
    await world.whenIdle()
    if (leap > 0 && (await countUnderWay(world)) === 0) return
  }
}

/** A failing run as a person reads it, up to the day that broke. */
export function describeFailure(whole: History, failure: Failure): string {
  const history = until(whole, failure.day)
  return [
    `seed ${history.seed}, day ${failure.day}: ${failure.broken.length} law(s) broken`,
    ...failure.broken.slice(0, 10).map(({ law, detail }) => `  ${law}: ${detail}`),
    `what the processes said: ${failure.log}`,
    `${history.steps.length} steps, from ${history.start}:`,
    ...history.steps.map((step) => `  ${describeStep(step)}`),
  ].join('\n')
}

/** A step as a person reads it. */
function describeStep({ number, day, minute, kind, ...rest }: Step): string {
  const time = `${String(7 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const details = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return `${String(number).padStart(4)}  day ${day} ${time}  ${kind}${details.length > 0 ? `  (${details.join(', ')})` : ''}`
}
