import type { Actors } from './actors.ts'
import type { Broken } from './laws.ts'
import type { World } from './world.ts'

/** Of the documents issued in the London months from $1 to $2: VAT on sales, on purchases, and sales without VAT. */
const BOXES = `
  select (sales / 100.0)::numeric(12,2)::text as box1, (purchases / 100.0)::numeric(12,2)::text as box4,
    ((sales - purchases) / 100.0)::numeric(12,2)::text as box5, (net / 100.0)::numeric(12,2)::text as box6
  from (select
    coalesce(sum(case kind when 'invoice' then vat when 'creditNote' then -vat end), 0) as sales,
    coalesce(sum(case kind when 'selfBilledInvoice' then vat end), 0) as purchases,
    coalesce(sum(case kind when 'invoice' then net when 'creditNote' then -net end), 0) as net
    from (select kind, (details->'totals'->>'vatPence')::int as vat, (details->'totals'->>'netPence')::int as net
      from "Document" where to_char("issuedAt" at time zone 'Europe/London', 'YYYY-MM') between $1 and $2) d) boxes`

type Boxes = { box1: string; box4: string; box5: string; box6: string }

/** Each period of the back office's VAT report is the documents issued in it, to the penny. */
export async function checkVat({ db }: World, { readVatPeriods }: Actors): Promise<Broken[]> {
  const law = 'the VAT report is the documents of its period'
  const periods = await readVatPeriods()
  if (!periods) return [{ law, detail: 'there is no report' }]
  const broken: Broken[] = []
  for (const { label, boxes } of periods) {
    const [first = '', last = first] = label.split('_')
    const { rows } = await db.query<Boxes>(BOXES, [first, last])
    const shown = JSON.stringify(boxes)
    const held = JSON.stringify(rows[0])
    if (shown !== held) broken.push({ law, detail: `${label}: ${shown} is shown, ${held} is held` })
  }
  return broken
}
