import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '#server/infra/start-error.ts'
import type { Cluster } from './cluster.ts'
import { connect, takeOwnership, uptime } from './connection.ts'
import { isAlive } from './process-alive.ts'

const PAUSE_MS = 50
/** An owner takes its lock at once; a server without one for longer was left behind. */
const OWNERLESS_SECONDS = 1
/** How long a killed owner's connection may take to be noticed. */
const OWNED_MS = 1_000
/** How long one that has just begun, or is about to end, may leave its port unanswered. */
const SILENT_MS = 5_000
const SETTLE_MS = 30_000

type PidFile = { pid: number; port: number; isReady: boolean }

/**
 * Clears what an earlier run left of this cluster: a server that outlived its shop is stopped, the file of a killed server
 * removed. Throws `StartError` where the shop is still running.
 */
export async function settleFormerServer(cluster: Cluster, dataDir: string): Promise<void> {
  let ownedMs = 0
  let silentMs = 0
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const former = readPidFile(cluster)
    if (!former) return
    const verdict = await judge(cluster, former)
    if (verdict === 'gone' || silentMs > SILENT_MS || waitedMs > SETTLE_MS) return removePidFile(cluster)
    if (verdict === 'orphan') return stopOrphan(cluster, former)
    ownedMs = verdict === 'owned' ? ownedMs + PAUSE_MS : 0
    silentMs = verdict === 'silent' ? silentMs + PAUSE_MS : 0
    if (ownedMs > OWNED_MS) throw new StartError(`The shop is already running on ${dataDir}`)
    await pause(PAUSE_MS)
  }
}

/** The number in the file may belong to another program by now, so the server is judged by who answers on its port. */
async function judge(cluster: Cluster, { pid, port, isReady }: PidFile) {
  const { client, refusal } = await connect(cluster, port)
  if (refusal === 'starting') return 'unclear'
  if (!client) return isReady || !isAlive(pid) ? 'gone' : 'silent'
  try {
    if (!(await takeOwnership(client))) return 'owned'
    return (await uptime(client)) > OWNERLESS_SECONDS ? 'orphan' : 'unclear'
  } catch {
    return 'unclear' // it stopped during the query
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function stopOrphan(cluster: Cluster, { pid }: PidFile): Promise<void> {
  process.kill(pid, 'SIGINT') // PostgreSQL's fast shutdown
  for (let waitedMs = 0; existsSync(pidFileOf(cluster)); waitedMs += PAUSE_MS) {
    if (waitedMs > SETTLE_MS) throw new StartError(`A PostgreSQL left behind (process ${pid}) does not stop.`)
    await pause(PAUSE_MS)
  }
}

/** PostgreSQL's own layout: number, folder, start, port, socket, address, shared memory, status. */
function readPidFile(cluster: Cluster): PidFile | null {
  try {
    const [pid, , , port, , , , status = ''] = readFileSync(pidFileOf(cluster), 'utf8').split('\n')
    return { pid: Number(pid), port: Number(port), isReady: status.startsWith('ready') }
  } catch {
    return null
  }
}

function removePidFile(cluster: Cluster): void {
  rmSync(pidFileOf(cluster), { force: true })
}

function pidFileOf({ folder }: Cluster): string {
  return join(folder, 'postmaster.pid')
}
