import { Redis } from 'ioredis'
import { bad, distanceMs, type Finding, good, reasonOf, warning } from './finding.ts'

/** BullMQ's own minimum. */
const OLDEST_VERSION = [6, 2]
const SLOW_MS = 20

/** Whether Redis answers, is recent and near, never evicts a job and keeps its jobs through a restart. */
export async function checkRedis(url: string | null): Promise<Finding[]> {
  if (url === null) return [good('queue', 'The queue lives in PostgreSQL')]
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 3_000 })
  redis.on('error', () => {}) // connect() reports it
  try {
    await redis.connect()
    const took = await distanceMs(() => redis.ping())
    const info = await redis.info('server')
    return [
      describeVersion(/redis_version:(\S+)/.exec(info)?.[1] ?? 'unknown'),
      took > SLOW_MS
        ? warning('queue latency', `${took.toFixed(0)} ms for nothing`, 'Move the shop and Redis together.')
        : good('queue latency', `${took.toFixed(1)} ms`),
      ...(await checkSettings(redis)),
    ]
  } catch (error) {
    const remedy = 'Start Redis, and check the host and password of REDIS_URL.'
    return [bad('queue', `Redis does not answer: ${reasonOf(error)}`, remedy)]
  } finally {
    redis.disconnect()
  }
}

function describeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_VERSION
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
  return isOld
    ? bad('queue version', `Redis ${version}`, `Upgrade to Redis ${OLDEST_VERSION.join('.')} or newer.`)
    : good('queue version', `Redis ${version}`)
}

async function checkSettings(redis: Redis): Promise<Finding[]> {
  const read = async (name: string) => (await redis.config('GET', name).catch(() => null))?.[1] ?? null
  const policy = await read('maxmemory-policy')
  const appends = await read('appendonly')
  const evicts = `maxmemory-policy is ${policy ?? 'hidden by the provider'}`
  const remedy = 'Set maxmemory-policy to noeviction, or jobs disappear when memory is full.'
  const forgets = `appendonly is ${appends ?? 'hidden by the provider'}`
  return [
    policy === 'noeviction'
      ? good('queue memory', 'Redis evicts nothing')
      : (policy === null ? warning : bad)('queue memory', evicts, remedy),
    appends === 'yes'
      ? good('queue on disk', 'Redis keeps its jobs through a restart')
      : warning(
          'queue on disk',
          forgets,
          'Set appendonly to yes, or jobs wait for the next schedule after a restart.',
        ),
  ]
}
