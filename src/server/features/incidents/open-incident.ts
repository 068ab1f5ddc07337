import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { IncidentKind } from '#server/infra/prisma/enums.ts'

const LONGEST_DETAIL = 500

type Trouble = {
  kind: IncidentKind
  subjectId: string
  detail: string
  /**
   * What opens it again after an admin was done with it: that it happens again, or that it happens for another
   * reason. What went right since opens again with either.
   */
  reopens: 'never' | 'forNewDetail' | 'always'
}

/** Writes down what a person has to look at; once, however often it is met. */
export async function openIncident(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { kind, subjectId, detail, reopens }: Trouble,
): Promise<void> {
  const now = clock.now()
  const seen = { detail: detail.slice(0, LONGEST_DETAIL), seenAt: now }
  if (reopens !== 'never') {
    const isNew = reopens === 'always' ? {} : { OR: [{ closedById: null }, { detail: { not: seen.detail } }] }
    await db.incident.updateMany({
      where: { kind, subjectId, closedAt: { not: null }, ...isNew },
      data: { openedAt: now, closedAt: null, closedById: null, ...seen },
    })
  }
  const { count } = await db.incident.updateMany({ where: { kind, subjectId, closedAt: null }, data: seen })
  if (count > 0) return
  await db.incident.createMany({
    data: { id: newId(now), kind, subjectId, openedAt: now, ...seen },
    skipDuplicates: true,
  })
}
