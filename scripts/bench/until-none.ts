import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const LOOK_MS = 50
const MOST_MS = 300_000

/** Work of one turn must not be the load of the next. */
export const WAITING_MAILS = `select count(*)::int as "left" from "OutboxMessage" where "status" in ('queued', 'sending')`
export const WAITING_EVENTS = 'select count(*)::int as "left" from "StripeEvent" where "processedAt" is null'

/** Resolves when a statement that counts what is left gives 0. */
export async function untilNone(db: pg.Client, text: string, values: unknown[] = []): Promise<void> {
  for (const began = performance.now(); performance.now() - began < MOST_MS; await pause(LOOK_MS)) {
    const { rows } = await db.query<{ left: number }>(text, values)
    if (rows[0]?.left === 0) return
  }
  throw new Error(`After ${MOST_MS / 1_000} s some are left: ${text}`)
}
