import { z } from 'zod'
import { systemClock } from '#server/infra/clock.ts'
import { vatPeriodOf } from '#shared/calendar/vat-period.ts'
import type { State } from '../state.ts'
import type { World } from '../world.ts'

const admin = { role: 'admin', name: 'open', ready: 'table' } as const

/** Payout runs, VAT periods, Stripe's payouts. */
export const reportStates: readonly State[] = [
  { ...admin, route: '/admin/reports' },
  {
    ...admin,
    route: '/admin/reports/payout-runs/:quarterYear',
    address: async (world) =>
      `/admin/reports/payout-runs/${await findText(world, 'select "quarter" as "text" from "Payout" order by 1 limit 1')}`,
  },
  {
    ...admin,
    route: '/admin/reports/statements/:clubId/:quarterYear',
    address: async (world) =>
      `/admin/reports/statements/${await findText(world, `select "refererId" || '/' || "quarter" as "text" from "Payout" order by 1 limit 1`)}`,
  },
  {
    ...admin,
    route: '/admin/reports/vat/:label',
    address: `/admin/reports/vat/${vatPeriodOf(systemClock.now(), 1).label}`,
  },
  {
    ...admin,
    route: '/admin/reports/stripe-payouts/:payoutId',
    address: async (world) =>
      `/admin/reports/stripe-payouts/${await findText(world, 'select "id" as "text" from "StripePayout" order by "createdAt" limit 1')}`,
  },
]

async function findText({ db }: World, statement: string): Promise<string> {
  const { rows } = await db.query(statement)
  return z.tuple([z.object({ text: z.string() })]).parse(rows)[0].text
}
