import { promises as dns } from 'node:dns'
import type { Deps } from '#server/deps.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackups, checkDisk, checkSchedules } from './check-machine.ts'
import { checkMail, type TextResolver } from './check-mail.ts'
import { checkRedis } from './check-redis.ts'
import { checkStripe } from './check-stripe.ts'
import { bad, type Finding, good, reasonOf, warning } from './finding.ts'

export type DoctorDeps = Pick<Deps, 'config' | 'pool' | 'db' | 'clock' | 'mailer'>

/** A check that hangs is a finding too. */
const TIMEOUT_MS = 15_000

/** Checks everything that the shop depends on, side by side; no check throws. */
export async function examine(deps: DoctorDeps, resolver: TextResolver = dns): Promise<Finding[]> {
  const { config, pool, clock } = deps
  const { dir } = config.backup
  const checks: Record<string, () => Promise<Finding[]>> = {
    configuration: async () => describeConfiguration(config),
    database: () => checkDatabase(pool, clock),
    queue: () => checkRedis(config.redisUrl),
    Stripe: () => checkStripe(config),
    'mail server': () => checkMail(deps, resolver),
    disk: async () => [
      await checkDisk('DATA_DIR', config.dataDir),
      ...(dir === null ? [] : [await checkDisk('BACKUP_DIR', dir)]),
    ],
    'scheduled jobs': () => checkSchedules(deps),
    backups: async () => [await checkBackups(deps)],
  }
  const findings = await Promise.all(Object.entries(checks).map(([name, check]) => within(name, check)))
  return findings.flat()
}

async function within(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${TIMEOUT_MS / 1_000} seconds`)), TIMEOUT_MS)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return [bad(name, `It could not be checked: ${reasonOf(error)}`, 'Mend what stands above first.')]
  } finally {
    clearTimeout(timer)
  }
}

function describeConfiguration({ notices, stamp, isSet }: Deps['config']): Finding[] {
  if (notices.length === 0)
    return [good('configuration', `${isSet.size} variables are set, for a ${stamp} shop`)]
  return notices.map((notice) => warning('configuration', notice, 'See .env.example.'))
}
