import { Socket } from 'node:net'
import pg from 'pg'
import { openProbe, type Probe } from './database-probe.ts'
import type { Log } from './log.ts'

/** How often the database is probed while it is in use or does not answer. */
const ASK_MS = 250
/** Without an answer for this long it is unavailable: new work is refused at once. */
const UNAVAILABLE_MS = 800
/** Without an answer for this long, running statements are aborted. */
const LOST_MS = 3_000
/** A process that looks so much too late was too busy to read answers: that time does not count as silence. */
const BUSY_MS = 100
/** So many stay open while nothing is asked: a new connection logs in, and reads and plans every statement again. */
const KEPT = 4
/** Firewalls forget silent connections: after this long the system sends keep-alive packets. */
const KEEP_ALIVE_MS = 10_000

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void

/**
 * A pool that knows when its database does not answer, be it a stopped server or a network that swallows everything, and
 * then refuses at once instead of holding every caller until a timeout. While a connection is used, a probe of its own
 * probes four times a second: a slow statement is no outage, because the probe still gets its answer. Where new connections are
 * answered and old ones are not, the old ones are broken off.
 */
export class WatchedPool extends pg.Pool {
  /** When each was opened. */
  readonly #sockets: Map<Socket, number>
  readonly #probe: Probe
  readonly #log: Log | undefined
  readonly #timer: NodeJS.Timeout
  #isUnavailable = false
  #watchedAt = performance.now()

  constructor(config: pg.PoolConfig & { connectionString: string }, log?: Log) {
    const sockets = new Map<Socket, number>()
    super({
      ...config,
      min: KEPT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => {
        const socket = new Socket()
        sockets.set(socket, performance.now())
        return socket.once('close', () => sockets.delete(socket))
      },
    })
    this.#sockets = sockets
    this.#log = log
    this.#probe = openProbe(config.connectionString, () => this.#judge())
    // No later than the first connection: a probe opened after a failover could not tell that those before it are dead.
    this.on('connect', () => this.#probe.ask())
    this.#timer = setInterval(() => this.#watch(), ASK_MS).unref()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!this.#isUnavailable) {
      if (!callback) return super.connect()
      super.connect(callback)
      return
    }
    if (!callback) return Promise.reject(databaseUnavailable())
    process.nextTick(callback, databaseUnavailable(), undefined, () => undefined)
    return
  }

  override async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#probe.rest()
    await super.end()
  }

  #watch(): void {
    this.#excuseBusyTime()
    this.#watchedAt = performance.now()
    const isUsed = this.totalCount > this.idleCount || this.waitingCount > 0
    if (isUsed || this.#isUnavailable) this.#probe.ask()
    // Kept as long as the pool keeps a connection: one as old as the pool's own shows whether those are dead.
    else if (this.totalCount === 0) this.#probe.rest()
    // An answer that has arrived while this process was busy is read before it is judged.
    setImmediate(() => this.#judge())
  }

  /** Also before a judgement: other work may have come between it and the watch that asked for it. */
  #excuseBusyTime(): void {
    const now = performance.now()
    const elapsedMs = now - this.#watchedAt
    if (elapsedMs <= ASK_MS + BUSY_MS) return
    this.#probe.excuse(elapsedMs)
    this.#watchedAt = now
  }

  #judge(): void {
    this.#excuseBusyTime()
    const silentMs = this.#probe.silentMs()
    const isUnavailable = silentMs > UNAVAILABLE_MS
    if (isUnavailable !== this.#isUnavailable) {
      this.#log?.warn(
        { silentMs },
        isUnavailable ? 'the database does not answer' : 'the database answers again',
      )
    }
    this.#isUnavailable = isUnavailable
    const deadBefore = silentMs > LOST_MS ? Number.POSITIVE_INFINITY : this.#probe.takeDead(LOST_MS)
    if (deadBefore === null) return
    // Each statement ends with an error now; the probe goes on.
    for (const [socket, openedAt] of this.#sockets) if (openedAt < deadBefore) socket.destroy()
  }
}

function databaseUnavailable(): Error {
  return Object.assign(new Error('The database does not answer'), {
    code: 'ECONNREFUSED',
    errno: -111,
    syscall: 'connect',
  })
}
