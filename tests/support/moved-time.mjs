// Loaded into a running shop before its own code: its clock goes by an offset in milliseconds that a test writes to a
// file. The shop itself knows nothing of it. What was read last is written beside the file, so that a test can wait.
// With MOVED_TIMERS=1 timers go by that clock too: a leap runs what would have been due meanwhile, once. Where " later" stands
// behind the offset it leaves them to the next.
import { readFileSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const file = process.env.MOVED_TIME_FILE ?? ''
const LOOK_MS = 50
/** Shorter ones, and those of whole seconds up to the longest, count real work: the wait for a connection or for an answer of PostgreSQL or Redis. */
const TIMEOUT_MS = 1_000
const LONGEST_ANSWER_MS = 15_000
const INTERVAL_MS = 10_000
/** After a leap timers run this much later, when every process knows the new time. */
const TOGETHER_MS = 50
const RealDate = Date
const { setTimeout: realTimeout, setInterval: realInterval } = globalThis
/** @typedef {{ timer: NodeJS.Timeout & { _destroyed?: boolean }, dueAt: number, run: () => void }} Waiting */
/** @type {Set<Waiting>} */
const waiting = new Set()
let offset = 0

function read() {
  const text = readFileSync(file, 'utf8')
  const [number = '', isLater] = text.split(' ')
  const wanted = Number(number)
  // A file that is being written is empty for a moment: that is no offset of zero.
  if (text === '' || wanted === offset) return
  offset = wanted
  writeFileSync(`${file}.read`, String(offset))
  if (waiting.size > 0 && !isLater) realTimeout(runDue, TOGETHER_MS).unref()
}

const now = () => RealDate.now() + offset

function runDue() {
  const due = [...waiting].filter(({ dueAt }) => dueAt <= now()).sort((a, b) => a.dueAt - b.dueAt)
  for (const one of due) {
    if (one.timer._destroyed) waiting.delete(one)
    else one.run()
  }
}

/** Timers that were cleared are still in the list. */
function tidy() {
  for (const one of waiting) if (one.timer._destroyed) waiting.delete(one)
}

function moveTimers() {
  globalThis.setTimeout = Object.assign(
    (/** @type {(...args: unknown[]) => void} */ callback, ms = 0, ...args) => {
      if (ms < TIMEOUT_MS || (ms <= LONGEST_ANSWER_MS && ms % 1_000 === 0))
        return realTimeout(callback, ms, ...args)
      const run = () => {
        waiting.delete(one)
        clearTimeout(one.timer)
        callback(...args)
      }
      const one = { timer: realTimeout(run, ms), dueAt: now() + ms, run }
      waiting.add(one)
      return one.timer
    },
    realTimeout,
  )
  globalThis.setInterval = Object.assign(
    (/** @type {(...args: unknown[]) => void} */ callback, ms = 0, ...args) => {
      if (ms < INTERVAL_MS) return realInterval(callback, ms, ...args)
      const run = () => {
        one.dueAt = now() + ms
        callback(...args)
      }
      const one = { timer: realInterval(run, ms), dueAt: now() + ms, run }
      waiting.add(one)
      return one.timer
    },
    realInterval,
  )
  realInterval(tidy, 5_000).unref()
}

if (file !== '') {
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  RealDate.prototype.constructor = globalThis.Date
  if (process.env.MOVED_TIMERS === '1') {
    moveTimers()
    // Its folder, since the file is replaced. Looking every 25 ms took two fifths of what an idle shop takes.
    watch(dirname(file), { persistent: false }, (_event, name) => name === basename(file) && read())
  } else realInterval(read, LOOK_MS).unref()
  read()
}
