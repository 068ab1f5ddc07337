import type { Plant } from './plants.ts'

/** Faults that show when something the shop needs is silent, late, lost or full. */
export const PLANTS_OF_FAULTS: readonly Plant[] = [
  {
    name: 'stripe-waited-for',
    of: 'a call that Stripe never answers holds a buyer for minutes',
    changes: [
      {
        file: 'src/server/infra/stripe.ts',
        find: 'const TIMEOUT_MS = 4_500',
        replace: 'const TIMEOUT_MS = 450_000',
      },
    ],
  },
  {
    name: 'unknown-payment-is-an-error',
    of: 'an order whose payment Stripe answers with 404 stays open for ever',
    changes: [
      {
        file: 'src/server/infra/stripe.ts',
        find: 'error.statusCode === 404) return null',
        replace: 'error.statusCode === 410) return null',
      },
    ],
  },
  {
    name: 'late-answer-forgotten',
    of: 'a buyer who asks again after a late answer has two payments at Stripe',
    changes: [
      {
        file: 'src/server/features/payments/payment-intent.ts',
        find: '    if (isSavedError(error)) {',
        replace: '    if (isSavedError(error) || error) {',
      },
    ],
  },
  {
    name: 'webhook-answered-with-500',
    of: 'a webhook that the shop stumbles over',
    changes: [
      {
        file: 'src/server/features/payments/stripe-events.ts',
        find: '  const isOurs = event.livemode',
        replace:
          "  if (source === 'webhook') throw new Error('This event cannot be stored')\n  const isOurs = event.livemode",
      },
    ],
  },
  {
    name: 'no-campaign-is-sent',
    of: 'a back office that refuses every campaign, politely',
    changes: [
      {
        file: 'src/server/features/campaigns/start-campaign.ts',
        find: "if (html === '') throw",
        replace: "if (html !== '') throw",
      },
    ],
  },
  {
    name: 'watch-throws',
    of: 'a scheduled job that stumbles over a mistake in the program',
    changes: [
      {
        file: 'src/server/features/operations/jobs.ts',
        find: 'await runMonitors(deps)',
        replace: 'await runMonitors({ ...deps, clock: undefined })',
      },
    ],
  },
  {
    name: 'address-in-log',
    of: 'addresses of people in the log',
    changes: [
      {
        file: 'src/server/infra/log.ts',
        find: '      streamWrite: maskLine,',
        replace: '',
      },
      {
        file: 'src/server/features/mail/send-mail.ts',
        find: "  return { status: 'sent' }",
        replace: "  deps.log.info('sent to ' + row.toAddress)\n  return { status: 'sent' }",
      },
    ],
  },
  {
    name: 'silence-counts-as-refusal',
    of: 'a mail is sent again to a mail server that took it and fell silent',
    changes: [
      {
        file: 'src/server/infra/smtp-client.ts',
        find: 'this.isUnknown = isHandedOver && this.status === null',
        replace: 'this.isUnknown = isHandedOver && this.status === 0',
      },
    ],
  },
  {
    name: 'credits-add-to-vat',
    of: 'the VAT report adds credit notes where it has to take them away',
    changes: [
      {
        file: 'src/server/features/reports/vat/vat-return.ts',
        find: "return kind === 'creditNote' ? negatePence(amount) : amount",
        replace: "return kind === 'invoice' ? amount : amount",
      },
    ],
  },
  {
    name: 'club-reads-club',
    of: 'a club reads what another one earned',
    changes: [
      {
        file: 'src/server/features/commissions/router.ts',
        find: 'if (input.refererId !== refererId) {',
        replace: "if (input.refererId === '') {",
      },
    ],
  },
  {
    name: 'share-stays',
    of: 'a new share of a club never counts',
    changes: [
      {
        file: 'src/server/features/checkout/create-intent.ts',
        find: 'commissionBps: code?.commissionBps ?? null,',
        replace: 'commissionBps: code ? 500 : null,',
      },
    ],
  },
  {
    name: 'schedules-kept-once',
    of: 'a Redis that lost its memory has no schedules any more',
    changes: [
      {
        file: 'src/server/infra/queue-workers.ts',
        find: '  async function renew(): Promise<void> {\n    await report(onHeartbeat?.())\n',
        replace: '  async function renew(): Promise<void> {\n    if (queue) return report(onHeartbeat?.())\n',
      },
    ],
  },
  {
    name: 'full-disk-is-a-fault',
    of: 'a database without room counts as a fault of the shop',
    changes: [{ file: 'src/server/errors.ts', find: '|53[0-4]00|', replace: '|53[1-4]01|' }],
  },
  {
    name: 'gone-script-is-a-page',
    of: 'a script that is of another version is answered with a page',
    changes: [
      {
        file: 'src/server/pages/render-pages.ts',
        find: 'const print = (path: string, { head, html, status }: RenderedPage, isPrivate: boolean) => {',
        replace:
          'const print = (path: string, { head, html }: RenderedPage, isPrivate: boolean) => {\n    const status = 200',
      },
    ],
  },
]
