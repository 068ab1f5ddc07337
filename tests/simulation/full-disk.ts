import type pg from 'pg'
import { DAYS_A_MONTH, drawing } from './drawing.ts'
import type { Drawn } from './history.ts'

/** Sales of days on which the disk is full count from here. */
const FIRST_ON_FULL_DISK = 110_000

/** PostgreSQL has no room for what is written, about a purchase, a refund or a campaign. Reads go on. */
export function drawFullDisks(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0xd15c)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    if (!is(0.06)) continue
    const at = { day, minute: below(12 * 60) }
    const fault = { afterMs: below(2_000), forMs: 300 + below(3_000) }
    steps.push({ ...at, kind: 'database away', how: 'full', ...fault })
    const what = oneOf('purchase', 'purchase', 'refund', 'campaign')
    if (what === 'campaign') steps.push({ ...at, kind: 'campaign' })
    else if (what === 'refund' && sales > 0) {
      const sale = FIRST_ON_FULL_DISK + below(sales)
      steps.push({ ...at, kind: 'refund', sale, isTwice: is(0.5), of: 'everything' })
    } else {
      const sale = FIRST_ON_FULL_DISK + sales++
      const bought = { videoIds: [1 + below(7)], withCode: is(0.5) }
      const browser = oneOf('confirms', 'leaves', 'tries again')
      steps.push({ ...at, kind: 'buy', sale, buyer: sale, ...bought, browser, card: 'visa' })
    }
  }
  return steps
}

/** PostgreSQL's code for a disk without room. */
const DISK_FULL = '53100'

/**
 * Lets PostgreSQL refuse what is written to the shop's tables and its job queue as it does where the disk is full, each
 * statement for itself. Returns a switch.
 */
export async function createDisk(db: pg.Pool): Promise<(isFull: boolean) => Promise<void>> {
  await db.query(`
    create schema simulation;
    create table simulation.disk (is_full boolean not null);
    insert into simulation.disk values (false);
    create function simulation.write() returns trigger language plpgsql as $$
    begin
      if (select is_full from simulation.disk) then
        raise exception 'could not extend file: No space left on device' using errcode = '${DISK_FULL}';
      end if;
      return null;
    end $$;
    do $$ declare found record; begin
      for found in select schemaname, tablename from pg_tables where schemaname in ('public', 'bullmq') loop
        execute format('create trigger a_disk before insert or update on %I.%I for each statement execute function simulation.write()',
          found.schemaname, found.tablename);
      end loop;
    end $$;`)
  return async (isFull) => {
    await db.query('update simulation.disk set is_full = $1', [isFull])
  }
}
