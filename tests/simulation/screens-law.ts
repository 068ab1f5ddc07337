import { z } from 'zod'
import type { Actors } from './actors.ts'
import type { Broken } from './laws.ts'
import type { World } from './world.ts'

const shownVideos = z.array(z.object({ id: z.int(), price: z.string() }))

/** After a quiet time each web process shows the prices that there are. */
export async function checkPrices({ db, processes }: World, { ask }: Actors): Promise<Broken[]> {
  const { rows } = await db.query<{ id: number; price: string }>(
    `select id, ("pricePence" / 100.0)::numeric(9,2)::text as price from "Video"`,
  )
  const broken: Broken[] = []
  for (const url of processes.urls()) {
    const { status, body } = await ask('/api/videos', {}, url)
    const shown = new Map(shownVideos.safeParse(body).data?.map(({ id, price }) => [id, price]))
    for (const { id, price } of rows) {
      if (shown.get(id) === price) continue
      const detail = `video ${id} of £${price}: £${shown.get(id)} (${status})`
      broken.push({ law: 'each web process shows the prices that there are', detail })
    }
  }
  return broken
}

/** After a quiet time nothing needs a person but payments that Stripe does not know. */
export async function checkIncidents({ db }: World, { forgotten }: Actors): Promise<Broken[]> {
  const { rows } = await db.query<{ kind: string; detail: string }>(
    `select kind, detail from "Incident" where "closedAt" is null`,
  )
  return rows
    .filter(({ kind, detail }) => kind !== 'unknownIntent' || !forgotten.has(detail))
    .map(({ kind, detail }) => ({ law: 'no incident is open', detail: `${kind}: ${detail}` }))
}
