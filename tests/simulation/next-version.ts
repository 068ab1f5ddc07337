import type { Change } from './plants.ts'

/** What the second version adds to the database: a release that expands it (docs/operations.md, Migrations). */
export const EXPANSION = {
  name: '29991231000000_expand',
  sql: `alter table "Order" add column "giftNote" text;
alter table "Student" add column "flightHours" integer not null default 0;
alter table "Progress" add column "saves" integer not null default 0;
alter table "StripeEvent" add column "note" text;
create index "Progress_kept" on "Progress" ("videoId", "percent");
create table "Gift" (id serial primary key, "orderId" text references "Order" (id));`,
}

/** What it does otherwise: it writes columns that the first version does not know, and has a job of its own. */
export const OTHERWISE: readonly Change[] = [
  {
    file: 'src/server/features/playback/save-progress.ts',
    find: '"completed" = p."completed" or excluded."completed",',
    replace: '"completed" = p."completed" or excluded."completed",\n      "saves" = p."saves" + 1,',
  },
  {
    file: 'src/server/features/payments/stripe-events.ts',
    find: '"deliveredAt")\n  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    replace: `"deliveredAt", "note")\n  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'of the second version')`,
  },
  ...['nothing,', "'shop',", '3,'].map((rest) => ({
    file: 'src/server/job-contracts.ts',
    find: `'maintenance.cleanUp': ${rest}`,
    replace: `'maintenance.cleanUp': ${rest}\n  'maintenance.addGift': ${rest}`,
  })),
  {
    file: 'src/server/features/operations/jobs.ts',
    find: "    'maintenance.backUp': {",
    replace: `    'maintenance.addGift': {
      handle: (deps) => deps.db.$executeRaw\`insert into "Gift" default values\`,
      everyMs: HOUR_MS,
    },
    'maintenance.backUp': {`,
  },
]
