import type { Plant } from './plants.ts'

/** Faults that show in what people are answered, mailed, shown and asked to pay. */
export const PLANTS_OF_ANSWERS: readonly Plant[] = [
  {
    name: 'lost-dispute-keeps-account',
    of: 'a student who once lost a dispute can never leave',
    changes: [
      {
        file: 'src/server/features/orders/personal-data.ts',
        find: "status: { in: ['inquiry', 'open'] } } })) > 0",
        replace: "status: { in: ['inquiry', 'open', 'lost'] } } })) > 0",
      },
    ],
  },
  {
    name: 'unsubscribed-is-reminded',
    of: 'a reader who unsubscribed is reminded of videos',
    changes: [
      {
        file: 'src/server/features/reminders/queries.ts',
        find: `         and s."newsOptOutAt" is null
         and not exists (select 1 from "Suppression" x where x."addressKey" = s."emailKey")
`,
        replace: `         and s."newsOptOutAt" is null
`,
      },
    ],
  },
  {
    name: 'erased-keeps-name',
    of: 'the name of a student who was erased is kept',
    changes: [
      {
        file: 'src/server/features/accounts/personal-data.ts',
        find: `      username: erasedName(studentId),
`,
        replace: '',
      },
    ],
  },
  {
    name: 'any-password',
    of: 'any password signs in',
    changes: [
      {
        file: 'src/server/features/accounts/sign-in-attempts.ts',
        find: 'if (!account || !isRight) throw',
        replace: 'if (!account) throw',
      },
    ],
  },
  {
    name: 'confirmation-of-list-price',
    of: 'a confirmation that names the price before its discounts',
    changes: [
      {
        file: 'src/server/features/orders/purchase-confirmation.ts',
        find: '    totalPence: order.totalPence,',
        replace: '    totalPence: order.lines.reduce((sum, { listPence }) => sum + listPence, 0),',
      },
    ],
  },
  {
    name: 'mail-without-file',
    of: 'a mail without the document it tells of',
    changes: [
      {
        file: 'src/server/features/refunds/credit-notes.ts',
        find: `    documentIds: [note.documentId],
    dedupeKey: \`credited:`,
        replace: `    documentIds: [],
    dedupeKey: \`credited:`,
      },
    ],
  },
  {
    name: 'owned-by-all',
    of: 'a shop that tells every buyer that they own it',
    changes: [
      {
        file: 'src/server/features/checkout/create-intent.ts',
        find: 'if (priced.lines.length === 0) throw',
        replace: 'if (priced.lines.length > 0) throw',
      },
    ],
  },
  {
    name: 'always-too-busy',
    of: 'a shop that asks every buyer to come back, for ever',
    changes: [
      {
        file: 'src/server/features/checkout/create-intent.ts',
        find: '  if (priced.unknown.length > 0) throw',
        replace: `  if (priced.lines.length > 0) throw Object.assign(new Error('No answer'), { code: 'ECONNREFUSED' })
  if (priced.unknown.length > 0) throw`,
      },
    ],
  },
  {
    name: 'payment-never-confirmed',
    of: 'a shop that tells who paid that the payment failed',
    changes: [
      {
        file: 'src/server/features/checkout/confirm-payment.ts',
        find: "success: status === 'paid',",
        replace: "success: status === 'failed',",
      },
    ],
  },
  {
    name: 'job-without-its-column',
    of: 'a scheduled job that reads a column there is not',
    changes: [
      {
        file: 'src/server/features/reminders/queries.ts',
        find: 'and s."newsOptInAt" is not null and (',
        replace: 'and s."newsOptInOn" is not null and (',
      },
    ],
  },
  {
    name: 'old-prices-elsewhere',
    of: 'a web process that never hears of a new price',
    changes: [
      {
        file: 'src/server/infra/changes.ts',
        find: "client.on('notification', () => void changes.raise())",
        replace: '',
      },
    ],
  },
  {
    name: 'declined-card-takes-commission',
    of: 'a club earns nothing of a buyer whose card was declined before',
    changes: [
      {
        file: 'src/server/features/commissions/commissions.ts',
        find: "where: { studentId: order.studentId, status: 'paid', totalPence",
        replace: 'where: { studentId: order.studentId, totalPence',
      },
    ],
  },
  {
    name: 'discount-of-the-commission',
    of: 'a buyer saves the percentage that the club earns',
    changes: [
      {
        file: 'src/server/features/checkout/create-intent.ts',
        find: 'discountPercent: basisPointsToPercent(code.discountBps)',
        replace: 'discountPercent: basisPointsToPercent(code.commissionBps)',
      },
    ],
  },
  {
    name: 'refund-without-vat',
    of: 'a refund gives back the net price',
    changes: [
      {
        file: 'src/server/features/order-admin/refund-order.ts',
        find: 'lines: order.lines, credited, askedPence }',
        replace:
          'lines: order.lines.map((line) => ({ ...line, grossPence: line.exVatPence })), credited, askedPence }',
      },
    ],
  },
  {
    name: 'credit-note-dated-back',
    of: 'a credit note is dated when the money moved',
    changes: [
      {
        file: 'src/server/features/refunds/credit-notes.ts',
        find: 'cause, issuedAt: deps.clock.now() })',
        replace: 'cause, issuedAt: sentAt })',
      },
    ],
  },
  {
    name: 'fee-stays-estimate',
    of: 'the card fee stays what the shop guessed',
    changes: [
      {
        file: 'src/server/features/payments/fulfil-order.ts',
        find: 'paid.feePence ?? estimateCardFee',
        replace: '(paid.feePence && null) ?? estimateCardFee',
      },
    ],
  },
  {
    name: 'statement-pays-nothing',
    of: 'a bank statement never shows what was paid',
    changes: [
      {
        file: 'src/server/features/commissions/bank-files/match-statement.ts',
        find: 'paid: matchedOf(true)',
        replace: 'paid: []',
      },
    ],
  },
  {
    name: 'account-without-its-zeros',
    of: 'a bank file names accounts as numbers',
    changes: [
      {
        file: 'src/server/features/commissions/bank-files/bank-file.ts',
        find: 'textCell(payment.accountNumber)',
        replace: 'textCell(String(Number(payment.accountNumber)))',
      },
    ],
  },
  {
    name: 'audit-without-its-actor',
    of: 'the audit names what was done in place of who did it',
    changes: [
      {
        file: 'src/server/features/audit/audit-entries.ts',
        find: "actorId: 'id' in actor ? actor.id : null,",
        replace: "actorId: 'id' in actor ? subject.id : null,",
      },
    ],
  },
]
