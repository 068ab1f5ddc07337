import { createLogger } from '#server/infra/log.ts'
import { StartError } from '#server/infra/start-error.ts'
import { watchSignals } from '#server/lifecycle.ts'

/**
 * A program of its own that starts two parts and says what it does. `script` says how the start goes: well, with
 * an error, with an unexpected error, overtaken by a signal, or with a part that does not end.
 */
const script = process.argv[2] ?? 'well'
const say = (words: string) => process.stdout.write(`${words}\n`)

const log = createLogger({ level: 'silent', pretty: false })
const life = watchSignals(log)

async function start(): Promise<void> {
  life.onStop(async () => say('first part ended'))
  if (script === 'fault') throw new StartError('The port is taken.')
  if (script === 'surprise') throw new Error('nobody foresaw this')
  if (script === 'slow') {
    const waiting = setInterval(() => undefined, 1_000)
    const overtaken = new Promise((resolve) => process.once('SIGINT', resolve))
    say('starting')
    await overtaken
    clearInterval(waiting)
  }
  life.onStop(async () => {
    say('second part ended')
    if (script === 'broken part') throw new Error('This part broke')
    if (script === 'stuck') await new Promise(() => undefined)
  })
  if (script === 'side by side') {
    const begun: (() => void)[] = []
    for (const name of ['web', 'workers']) {
      life.onDrain(async () => {
        await new Promise<void>((resolve) => {
          begun.push(resolve)
          if (begun.length === 2) for (const go of begun) go()
        })
        say(`${name} ended`)
      })
    }
  }
  if (script === 'hung work') life.onDrain(() => new Promise(() => undefined))
  life.opened()
  say('open')
  setInterval(() => undefined, 1_000)
}

await start().catch((error: unknown) => life.abandon(error))
