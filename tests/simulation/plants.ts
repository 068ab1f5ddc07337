import { PLANTS_OF_ANSWERS } from './plants-of-answers.ts'
import { PLANTS_OF_FAULTS } from './plants-of-faults.ts'
import { PLANTS_OF_MONEY } from './plants-of-money.ts'

/** A fault put into the shop by hand, to see that the simulation finds it. */
export type Plant = { name: string; of: string; changes: readonly Change[] }
export type Change = { file: string; find: string; replace: string }

export const PLANTS: readonly Plant[] = [
  ...PLANTS_OF_MONEY,
  ...PLANTS_OF_FAULTS,
  ...PLANTS_OF_ANSWERS,
  {
    name: 'gap-in-numbers',
    of: 'documents whose numbers have gaps',
    changes: [
      {
        file: 'src/server/features/documents/number-documents.ts',
        find: 'lastNumber: { increment: 1 }',
        replace: 'lastNumber: { increment: 2 }',
      },
    ],
  },
  {
    name: 'mail-not-in-transaction',
    of: 'a mail is lost by a kill: only the queue knows of it',
    changes: [
      {
        file: 'src/server/features/mail/outbox.ts',
        find: "status: { in: ['queued', 'sending'] }",
        replace: "status: { in: ['failed'] }",
      },
    ],
  },
  {
    name: 'mail-sent-again',
    of: 'a mail that may have arrived is sent again by the next worker',
    changes: [
      {
        file: 'src/server/features/mail/send-mail.ts',
        find: "if (await giveUpHandedOver(deps, { outboxId, now })) return { status: 'unknown', cause: WORKER_GONE }",
        replace: '',
      },
      {
        file: 'src/server/features/mail/send-mail.ts',
        find: '      handedOverAt: null,\n      nextAttemptAt: { lte: now },',
        replace: '      nextAttemptAt: { lte: now },',
      },
    ],
  },
  {
    name: 'campaign-lost-by-kill',
    of: 'a campaign marks its mails as sent before they are',
    changes: [
      {
        file: 'src/server/features/campaigns/next-round.ts',
        find: "then 'suppressed' else 'sending' end",
        replace: "then 'suppressed' else 'sent' end",
      },
    ],
  },
  {
    name: 'access-never-expires',
    of: 'a term that is over is open',
    changes: [
      {
        file: 'src/server/features/playback/queries.ts',
        find: `    where: { studentId, videoId, revokedAt: null, expiresAt: { gt: now } },
    orderBy`,
        replace: `    where: { studentId, videoId, revokedAt: null },
    orderBy`,
      },
      {
        file: 'src/server/features/playback/queries.ts',
        find: `  const open = rows.find((row) => isOpen(row, now))
  const until = openUntil(rows, now).get(videoId)`,
        replace: `  const open = rows[0]
  const until = rows[0]?.expiresAt`,
      },
    ],
  },
  {
    name: 'renewal-from-payment',
    of: 'a renewal takes away what was left of the old term',
    changes: [
      {
        file: 'src/server/features/entitlements/entitlement-term.ts',
        find: 'const startsAt = findRenewals(entitlements, boughtAt).get(videoId)',
        replace: 'const startsAt = [][0]',
      },
    ],
  },
  {
    name: 'unsubscribed-is-mailed',
    of: 'a reader who unsubscribed is mailed the next campaign',
    changes: [
      {
        file: 'src/server/features/campaigns/unsubscribe.ts',
        find: "await suppressAddress(tx, { address: found.address, reason: 'unsubscribed', detail: null, now })",
        replace: '',
      },
    ],
  },
  {
    name: 'erased-keeps-mails',
    of: 'the mails of a student who was erased are kept',
    changes: [
      {
        file: 'src/server/features/privacy/erasure.ts',
        find: 'await eraseMail(tx, { studentId, periods, messageIds })',
        replace: '',
      },
    ],
  },
  {
    name: 'months-of-utc',
    of: 'the end of summer time is counted twice: a term ends an hour off',
    changes: [
      {
        file: 'src/server/features/entitlements/entitlement-term.ts',
        find: '  if (startsAt === undefined) return { startsAt: boughtAt, expiresAt: addCalendarMonths(boughtAt, months) }',
        replace: `  if (startsAt === undefined) {
    const end = new Date(boughtAt)
    end.setUTCMonth(end.getUTCMonth() + months)
    return { startsAt: boughtAt, expiresAt: end }
  }`,
      },
    ],
  },
  {
    name: 'progress-answered-first',
    of: 'watch progress that is acknowledged and not kept',
    changes: [
      {
        file: 'src/server/features/playback/save-progress.ts',
        find: `"percent" = case when \${STALE} then p."percent" else excluded."percent" end`,
        replace: '"percent" = greatest(p."percent", excluded."percent")',
      },
    ],
  },
  {
    name: 'unsigned-webhook',
    of: 'a webhook that anybody can send',
    changes: [
      {
        file: 'src/server/infra/stripe.ts',
        find: 'stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, undefined, undefined, now),',
        replace: 'JSON.parse(rawBody.toString()),',
      },
    ],
  },
  {
    name: 'student-reads-student',
    of: "a student reads another student's pages",
    changes: [
      {
        file: 'src/server/trpc.ts',
        find: `    .input(ownInput)
    .use(async ({ ctx, input, next }) => {
      if (input.userId !== ctx.student.studentId) await refuseOther(ctx, ctx.student)`,
        replace: `    .input(ownInput)
    .use(async ({ ctx, next }) => {`,
      },
    ],
  },
  {
    name: 'outage-without-retry-after',
    of: 'an outage is answered without saying when to come back',
    changes: [
      {
        file: 'src/server/errors.ts',
        find: '...(status === 503 ? { retryAfterSeconds: 5 } : {}),',
        replace: '',
      },
    ],
  },
]
