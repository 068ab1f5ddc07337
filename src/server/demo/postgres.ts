import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareDataDir } from '#server/infra/data-dir.ts'
import type { Log } from '#server/infra/log.ts'
import { StartError } from '#server/infra/start-error.ts'
import { findBinaries } from './postgres/binaries.ts'
import { DATABASE_USER, openCluster } from './postgres/cluster.ts'
import { settleFormerServer } from './postgres/former-server.ts'
import { choosePlace } from './postgres/operating-user.ts'
import { findFreePort, lastWords, launchServer, type Running, stopServer } from './postgres/server.ts'

/** Tries in a row: children of a killed server hold its memory for a moment, and a free port may be taken meanwhile. */
const ATTEMPTS = 40
const ATTEMPT_PAUSE_MS = 100

type Options = {
  log?: Log
  /** For tests: as fast as it can be, and lost in a power cut. */
  isTemporary?: boolean
}

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/**
 * Runs the PostgreSQL that npm carries, its data in `<dataDir>/postgres`, on a free port of 127.0.0.1. Whatever an earlier
 * run left behind is put in order first; a server that dies while the shop runs is started again on the same port.
 * Throws `StartError` with one clear answer, "The shop is already running on …" among them.
 */
export async function startPostgres(dataDir: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const { log, isTemporary = false } = options
  const folder = prepareDataDir(dataDir)
  const place = choosePlace(join(folder, 'postgres'), findBinaries())
  const cluster = openCluster(place, isTemporary)
  let isStopping = false

  async function start(choosePort: () => number | Promise<number>): Promise<Running & { port: number }> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await settleFormerServer(cluster, folder)
      const port = await choosePort()
      const running = await launchServer({ place, cluster, port, isTemporary })
      if (running) return { ...running, port }
      await pause(ATTEMPT_PAUSE_MS)
    }
    throw new StartError(`PostgreSQL did not start: ${lastWords(cluster)}`)
  }

  const first = await start(findFreePort)
  let current: Promise<Running> = Promise.resolve(first)
  watch(first)

  function watch({ child }: Running): void {
    child.once('exit', () => {
      if (isStopping) return
      log?.error('PostgreSQL ended by itself and is started again')
      current = start(() => first.port)
      current.then(watch, (error: unknown) =>
        log?.fatal({ err: error }, 'PostgreSQL could not be started again'),
      )
    })
  }

  async function stop(): Promise<void> {
    isStopping = true
    const running = await current.catch(() => null) // what could not be started again needs no stopping
    if (running) await stopServer(running)
  }

  return { url: `postgresql://${DATABASE_USER}:${cluster.password}@127.0.0.1:${first.port}/postgres`, stop }
}
