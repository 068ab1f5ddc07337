import { readFile } from 'node:fs/promises'
import type { Actors } from './actors.ts'
import type { Broken } from './laws.ts'
import type { World } from './world.ts'

/** What the law wants kept, the list of those who want no mail, and counts of tries, which end within a day. */
const MAY_NAME = new Set(['Document', 'Suppression', 'rate_limit'])
/** Of one process, after whatever length of time. */
const MOST_MEMORY_MIB = 600

/** A campaign that began after a student unsubscribed leaves them out, and an erased student is named in documents alone. */
export async function checkGone(world: World, actors: Actors): Promise<Broken[]> {
  return [...(await checkUnsubscribed(world, actors)), ...(await checkErased(world, actors))]
}

async function checkUnsubscribed({ db }: World, { unsubscribed }: Actors): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const [email, since] of unsubscribed) {
    const { rows } = await db.query<{ id: string }>(
      `select r."campaignId" as id from "CampaignRecipient" r join "Campaign" c on c.id = r."campaignId"
       where r."addressKey" = $1 and r.state <> 'suppressed' and c."createdAt" > $2`,
      [email, since],
    )
    for (const { id } of rows)
      broken.push({ law: 'who unsubscribed is mailed no campaign', detail: `${email}, campaign ${id}` })
  }
  return broken
}

async function checkErased({ db }: World, { erased, students }: Actors): Promise<Broken[]> {
  // Who came back is known again.
  for (const { email } of students.values()) erased.delete(email)
  if (erased.size === 0) return []
  const { rows: tables } = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const broken: Broken[] = []
  for (const { name } of tables.filter((table) => !MAY_NAME.has(table.name))) {
    const { rows } = await db.query<{ email: string }>(
      `select e.email from unnest($1::text[]) as e(email)
       where exists (select 1 from "${name}" t where strpos(row_to_json(t)::text, e.email) > 0
         or strpos(row_to_json(t)::text, '"' || split_part(e.email, '@', 1) || '"') > 0)`,
      [[...erased.keys()]],
    )
    for (const { email } of rows)
      broken.push({ law: 'who was erased stands in documents alone', detail: `${email} in ${name}` })
  }
  return broken
}

/** Memory of each process that runs, in MiB. */
async function memoryOf({ processes }: World): Promise<number[]> {
  const sizes = processes.pids().map(async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  })
  return Promise.all(sizes)
}

export async function checkMemory(world: World): Promise<Broken[]> {
  const most = Math.max(...(await memoryOf(world)))
  return most > MOST_MEMORY_MIB ? [{ law: 'memory stays flat', detail: `${most} MiB` }] : []
}
