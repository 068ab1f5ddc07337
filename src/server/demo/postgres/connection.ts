import pg from 'pg'
import { type Cluster, DATABASE_USER } from './cluster.ts'

/** Held by the process that runs the server for as long as it lives: it distinguishes a running shop from a killed one. */
const OWNER_LOCK = 7_210_611

const SYSTEM_IS_STARTING = '57P03'

type Connected = { client: pg.Client; refusal?: never }
type Refused = { client?: never; refusal: 'starting' | 'nobody' }

/** A connection to the cluster's server, or why there is none; an unrelated server on that port counts as none. */
export async function connect({ password }: Cluster, port: number): Promise<Connected | Refused> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: DATABASE_USER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  })
  client.on('error', () => undefined) // a server that stops is noticed by its exit
  try {
    await client.connect()
    return { client }
  } catch (error) {
    const isStarting = error instanceof Error && 'code' in error && error.code === SYSTEM_IS_STARTING
    return { refusal: isStarting ? 'starting' : 'nobody' }
  }
}

/** Takes the owner's lock, which ends with the connection; false while another process holds it. */
export async function takeOwnership(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    OWNER_LOCK,
  ])
  return rows[0]?.taken ?? false
}

/** For how many seconds the server has been up, by the machine's clock. */
export async function uptime(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>(
    'select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8 as seconds',
  )
  return rows[0]?.seconds ?? 0
}
