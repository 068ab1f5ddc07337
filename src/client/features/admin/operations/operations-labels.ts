import { capitalised, formatMinute } from '#client/lib/format.ts'
import { formatPounds, pence } from '#shared/money/money.ts'
import type { ActorKind, HealthOutput, HealthPart } from '#shared/schemas/operations.ts'

const JOBS: Readonly<Record<string, string>> = {
  'accounts.mailLink': 'Email a link',
  'accounts.sweepLinks': 'Sweep requests for links',
  'mail.send': 'Send an email',
  'mail.sweep': 'Sweep the outbox',
  'campaigns.send': 'Send a mailing',
  'campaigns.sweep': 'Sweep the mailings',
  'orders.processEvent': 'Act on an event of Stripe',
  'orders.reconcile': 'Compare with Stripe',
  'orders.cancelExpired': 'Cancel orders nobody paid',
  'stripePayouts.read': 'Read Stripe’s payouts',
  'commissions.generatePayouts': 'Close the quarter',
  'maintenance.backUp': 'Make the backup',
  'maintenance.cleanUp': 'Clean up',
  'maintenance.sendReminders': 'Send reminders',
  'maintenance.watch': 'Watch the parts',
}

/** What a job does; its own name where it has no words yet. */
export function jobLabels(name: string): string {
  return JOBS[name] ?? name
}

/** "payout.bankChanged" and "purchase-confirmation" as people read them: "Payout bank changed". */
export function codeLabels(code: string): string {
  const spaced = code.replace(/[._-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')
  return capitalised(spaced.toLowerCase().replace('self billing', 'self-billing'))
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

const UNIT = /^(.+)(Pence|Percent)(Before|After)?$/

/** A detail of an entry; its name says the unit of a number: "totalPence" 1251 is "Total: £12.51". */
export function detailLabels({ name, value }: { name: string; value: string }): string {
  if (TIME.test(value) && !Number.isNaN(Date.parse(value)))
    return `${codeLabels(name)}: ${formatMinute(value)}`
  const [, what, unit, when = ''] = UNIT.exec(name) ?? []
  if (what === undefined || value === '' || !Number.isFinite(Number(value)))
    return `${codeLabels(name)}: ${value}`
  if (unit === 'Percent') return `${codeLabels(what + when)}: ${value}%`
  if (!Number.isSafeInteger(Number(value))) return `${codeLabels(name)}: ${value}`
  return `${codeLabels(what + when)}: ${formatPounds(pence(Number(value)), { sums: true })}`
}

export const ACTOR_LABELS: Record<ActorKind, string> = {
  admin: 'Any admin',
  student: 'Students',
  referer: 'Referers',
  terminal: 'The terminal',
  shop: 'The shop itself',
}

const SELF: Readonly<Record<string, string>> = {
  terminal: 'At the terminal',
  shop: 'The shop itself',
}

/** A name; for a person who has none any more, their role. */
export function personLabels({ kind, name }: { kind: string; name: string | null }): string {
  return name ?? SELF[kind] ?? codeLabels(kind)
}

/** What waits at a part, in a few sentences; empty where nothing is to be said. */
export function partLabels(part: HealthPart, { outbox, webhooks }: HealthOutput): string[] {
  if (part === 'mail') {
    return [
      outbox.waiting === 0 || outbox.oldestAt === null
        ? 'No email waits.'
        : `${mails(outbox.waiting)}, the oldest since ${formatMinute(outbox.oldestAt)}.`,
      outbox.lastSentAt === null
        ? 'None has left yet.'
        : `The last left on ${formatMinute(outbox.lastSentAt)}.`,
    ]
  }
  if (part === 'payments') {
    return [
      webhooks.lastToldAt === null
        ? 'No webhook has come yet.'
        : `The last webhook came on ${formatMinute(webhooks.lastToldAt)}.`,
      ...(webhooks.unprocessed > 0 && webhooks.oldestUnprocessedAt !== null
        ? [`${events(webhooks.unprocessed)}, the oldest since ${formatMinute(webhooks.oldestUnprocessedAt)}.`]
        : []),
    ]
  }
  return []
}

type Notice = HealthOutput['alerts'][number]['notices'][number]

/** Who has been told of an incident, and who could not be. */
export function noticeLabels(notices: readonly Notice[]): string {
  const delivered = notices.filter(({ deliveredAt }) => deliveredAt !== null).map(nameOf)
  const undelivered = notices
    .filter(({ deliveredAt }) => deliveredAt === null)
    .map((notice) => `${nameOf(notice)}${notice.error === null ? '' : ` (${notice.error})`}`)
  return [
    ...(delivered.length > 0 ? [`Told: ${delivered.join(', ')}.`] : []),
    ...(undelivered.length > 0 ? [`Not told yet: ${undelivered.join(', ')}.`] : []),
  ].join(' ')
}

const nameOf = ({ to }: Notice) => to ?? 'the webhook'

const mails = (count: number) => (count === 1 ? 'One email waits' : `${count} emails wait`)
const events = (count: number) =>
  count === 1 ? 'One event is to be acted on' : `${count} events are to be acted on`
