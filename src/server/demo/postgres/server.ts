import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/infra/start-error.ts'
import type { Cluster } from './cluster.ts'
import { connect, takeOwnership } from './connection.ts'
import type { Place } from './operating-user.ts'

const PAUSE_MS = 25
/** Crash recovery of a large log takes its time; a server that is up to something is waited for. */
const READY_MS = 60_000
/** Shorter than the time this process gives each of its parts to end. */
const HASTE_MS = 2_000
const LARGEST_LOG_BYTES = 5_000_000

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // paths of sockets are limited to about 100 characters
  max_connections: '100',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
/** A database of tests need not survive a power cut. */
const temporarySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  autovacuum: 'off',
}

export type Running = { child: ChildProcess; owner: pg.Client }
export type Launch = { place: Place; cluster: Cluster; port: number; isTemporary: boolean }

/** Starts the server and takes ownership of it; null where it ended at once, as its log then says. */
export async function launchServer(launch: Launch): Promise<Running | null> {
  const child = spawnServer(launch)
  for (let waitedMs = 0; waitedMs < READY_MS; waitedMs += PAUSE_MS) {
    if (hasEnded(child)) return null
    const { client } = await connect(launch.cluster, launch.port)
    if (client && (await takeOwnership(client))) return { child, owner: client }
    await client?.end()
    await pause(PAUSE_MS)
  }
  child.kill('SIGQUIT')
  throw new StartError(`PostgreSQL did not get ready; its own words are in ${launch.cluster.logFile}`)
}

/** PostgreSQL's fast shutdown; where that hangs, the immediate one, which the next start recovers from. */
export async function stopServer({ child, owner }: Running): Promise<void> {
  await owner.end().catch(() => undefined)
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), HASTE_MS)
  await ended
  clearTimeout(killTimer)
}

/** The last line of the server's log that says why it ended. */
export function lastWords({ logFile }: Cluster): string {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  return lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line)) ?? 'its log says nothing'
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new StartError('No port is free on 127.0.0.1.')
  return address.port
}

/** Detached: Ctrl-C goes to the whole terminal group, and the database must outlive the requests that still use it. */
function spawnServer({ place, cluster, port, isTemporary }: Launch): ChildProcess {
  const chosen = { ...settings, ...(isTemporary && temporarySettings) }
  const { file, args, ...user } = place.command(place.binaries.postgres, [
    '-D',
    cluster.folder,
    '-p',
    String(port),
    ...Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = openLog(cluster.logFile)
  const child = spawn(file, args, {
    ...user,
    detached: true,
    cwd: '/',
    env: { LANG: 'C' },
    stdio: ['ignore', log, log],
  })
  // However this process ends, but for a kill: the server gets the signal to stop too, and stops by itself.
  const goAlong = () => child.kill('SIGINT')
  process.once('exit', goAlong)
  child.once('exit', () => process.off('exit', goAlong))
  child.on('error', () => undefined) // a program that cannot be run never gets a number: see hasEnded
  closeSync(log)
  return child
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return openSync(file, size > LARGEST_LOG_BYTES ? 'w' : 'a', 0o600)
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
