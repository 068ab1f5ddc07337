import type pg from 'pg'

/** Tables of no sale: what a start seeds by itself, and what lives for hours. */
const LEFT_OUT = new Set([
  ...[
    '_prisma_migrations',
    'Installation',
    'Video',
    'Transcript',
    'TranscriptCue',
    'MediaFile',
    'CatalogTerms',
    'Admin',
  ],
  ...['Session', 'OneTimeToken', 'LinkRequest', 'MediaGrant', 'MailPace', 'Heartbeat', 'rate_limit'],
  ...['SecurityEvent', 'StripeEvent', 'UnsubscribeLink'],
])
/** What the sandbox needs to refund, dispute and reconcile; its events and answers are days old by then. */
const PAYMENT_KINDS = new Set([
  ...['payment_intent', 'charge', 'refund', 'dispute', 'balance_transaction'],
  ...['payment_method', 'customer', 'card_behind'],
])

/** Where ids made in one moment come in no order. */
const ORDERED_BY: Readonly<Record<string, string[]>> = { CampaignRecipient: ['campaignId', 'addressKey'] }

type Table = { name: string; key: string[] }

/** Writes down, each time it is asked, what has changed since the last time, as lines of `year.jsonl`. */
export function createRecorder(pool: pg.Pool, paymentLines: () => string[]) {
  const known = new Map<string, string>()
  const knownPayments = new Map<string, string>()
  let tables: Table[] | undefined

  async function rowLines(): Promise<string[]> {
    tables ??= await listTables(pool)
    const lines: string[] = []
    for (const { name, key } of tables) {
      const order = (ORDERED_BY[name] ?? key).map((column) => `"${column}"`).join()
      const { rows } = await pool.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${name}" t order by ${order}`,
      )
      for (const { row } of rows) {
        const id = key.map((column) => String(row[column])).join(' ')
        const line = JSON.stringify(['row', name, id, readable(row)])
        if (known.get(`${name} ${id}`) === line) continue
        known.set(`${name} ${id}`, line)
        lines.push(line)
      }
    }
    return lines
  }

  function stripeLines(): string[] {
    const lines: string[] = []
    for (const [id, change] of foldPayments(paymentLines())) {
      const text = JSON.stringify(['stripe', { put: [change], drop: [] }])
      if (knownPayments.get(id) === text) continue
      knownPayments.set(id, text)
      lines.push(text)
    }
    return lines
  }

  return async (from: Date): Promise<string[]> => [
    JSON.stringify(['step', from.toISOString()]),
    ...(await rowLines()),
    ...stripeLines(),
  ]
}

/** A column that is null is left out: one that is new in the schema changes no line. Sealed texts are written as such. */
function readable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([column, value]) => [column, typeof value === 'string' ? textOf(value) : value]),
  )
}

const textOf = (value: string) =>
  value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex').toString() : value

type Change = { kind: string; value: { id: string } }

function foldPayments(lines: readonly string[]): Map<string, Change> {
  const objects = new Map<string, Change>()
  for (const text of lines) {
    const { put }: { put: Change[] } = JSON.parse(text)
    for (const change of put) {
      if (PAYMENT_KINDS.has(change.kind)) objects.set(`${change.kind} ${change.value.id}`, change)
    }
  }
  return objects
}

async function listTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int)) as key
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`,
  )
  return rows.filter(({ name }) => !LEFT_OUT.has(name))
}

/** An id's first half, time and counter, is the same every time; its random half is numbered instead. */
export function settleIds(text: string): string {
  const settled = new Map<string, string>()
  const counts = new Map<string, number>()
  return text.replace(/\b([0-9a-f]{12}7[0-9a-f]{3})[0-9a-f]{16}\b/g, (id, half: string) => {
    const known = settled.get(id)
    if (known) return known
    const count = counts.get(half) ?? 0
    counts.set(half, count + 1)
    const next = `${half}8${count.toString(16).padStart(15, '0')}`
    settled.set(id, next)
    return next
  })
}
