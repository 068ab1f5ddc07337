import { z } from 'zod'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { REQUEST_WISHES } from '#shared/refunds/refund-requests.ts'
import { DISPUTE_STATUSES, REFUND_RESOLUTIONS, REFUND_STATUSES } from '#shared/refunds/refund-states.ts'
import { orderDocumentOutput } from './orders.ts'
import {
  email,
  opaqueId,
  optionalText,
  pageInput,
  poundsString,
  requiredLines,
  timeOutput,
  videoId,
} from './primitives.ts'
import { cancellationOutput, refundRequestOutput } from './refund-requests.ts'

export const ORDERS_SHOWN = ['all', 'paid', 'returned', 'unpaid'] as const
export type OrdersShown = (typeof ORDERS_SHOWN)[number]

export const searchOrdersInput = pageInput.extend({
  limit: z.int().min(1).max(100).default(25),
  words: optionalText(200),
  shown: z.enum(ORDERS_SHOWN).default('all'),
})

const orderStatus = z.enum(['open', 'paid', 'cancelled'])

const orderRow = z.object({
  id: z.string(),
  status: orderStatus,
  createdAt: timeOutput,
  paidAt: timeOutput.nullable(),
  isBundle: z.boolean(),
  videos: z.array(z.string()),
  total: poundsString,
  refunded: poundsString,
  hasOpenDispute: z.boolean(),
  /** What the student asks for and was not answered about. */
  openWish: z.enum(REQUEST_WISHES).nullable(),
  invoiceNumber: z.string().nullable(),
  student: z.object({ id: z.string(), username: z.string(), email: z.string() }),
})
export type OrderRowOutput = z.output<typeof orderRow>

const studentRow = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  createdAt: timeOutput,
  orderCount: z.int(),
})
export type StudentRowOutput = z.output<typeof studentRow>

export const searchOrdersOutput = z.object({
  orders: z.array(orderRow),
  /** Students who are called like this; none where nothing was searched for, and on later pages. */
  students: z.array(studentRow),
  hasMoreStudents: z.boolean(),
  nextCursor: z.string().nullable(),
})

const person = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  accountType: z.enum(['personal', 'business']),
  businessName: z.string().nullable(),
  vatNumber: z.string().nullable(),
  verifiedAt: timeOutput.nullable(),
  createdAt: timeOutput,
  lastSeenAt: timeOutput,
  erasedAt: timeOutput.nullable(),
})
export type PersonOutput = z.output<typeof person>

const access = z.object({
  id: z.string(),
  videoId: z.int(),
  title: z.string(),
  orderId: z.string().nullable(),
  startsAt: timeOutput,
  expiresAt: timeOutput,
  revokedAt: timeOutput.nullable(),
  /** Why an admin gave it; null where it was bought. */
  grantReason: z.string().nullable(),
  isOpen: z.boolean(),
})
export type AccessOutput = z.output<typeof access>

const watched = z.object({
  videoId: z.int(),
  title: z.string(),
  percent: z.number(),
  positionSeconds: z.number(),
  completed: z.boolean(),
  startedAt: timeOutput,
  updatedAt: timeOutput,
  /** What was played in all, each second once, and of how much; null where only older clients have saved. */
  watchedSeconds: z.int().nullable(),
  durationSeconds: z.int().nullable(),
})
export type WatchedOutput = z.output<typeof watched>

const mail = z.object({
  id: z.string(),
  template: z.string(),
  to: z.string(),
  status: z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed']),
  createdAt: timeOutput,
  sentAt: timeOutput.nullable(),
  lastError: z.string().nullable(),
  documentIds: z.array(z.string()),
  canRepeat: z.boolean(),
})
export type MailOutput = z.output<typeof mail>

const audit = z.object({
  id: z.string(),
  at: timeOutput,
  action: z.string(),
  adminEmail: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditOutput = z.output<typeof audit>

const line = z.object({
  id: z.string(),
  videoId: z.int(),
  title: z.string(),
  listPrice: poundsString,
  paid: poundsString,
  exVat: poundsString,
  vat: poundsString,
  /** Whether its money is on its way back, or arrived. */
  refund: z.enum(['none', 'pending', 'refunded']),
  access: access.nullable(),
  watched: watched.nullable(),
})
export type LineDetailOutput = z.output<typeof line>

const refund = z.object({
  id: z.string(),
  status: z.enum(REFUND_STATUSES),
  amount: poundsString,
  credited: poundsString,
  reason: z.string(),
  adminEmail: z.string().nullable(),
  createdAt: timeOutput,
  settledAt: timeOutput.nullable(),
  lineIds: z.array(z.string()),
  /** Made at Stripe for no particular line: an admin may assign it. */
  canAssign: z.boolean(),
  /** Failed, and no admin has decided on it. */
  canResolve: z.boolean(),
  resolution: z.enum(REFUND_RESOLUTIONS).nullable(),
  resolutionNote: z.string().nullable(),
  /** What Stripe said last of a refund it did not make. */
  lastError: z.string().nullable(),
  /** When the refund was made at Stripe that a held one may be. */
  lookalikeAt: timeOutput.nullable(),
})
export type RefundDetailOutput = z.output<typeof refund>

export const orderDetailInput = z.object({ orderId: opaqueId })

export const orderDetailOutput = z.object({
  id: z.string(),
  status: orderStatus,
  isBundle: z.boolean(),
  createdAt: timeOutput,
  expiresAt: timeOutput,
  paidAt: timeOutput.nullable(),
  cancelledAt: timeOutput.nullable(),
  subtotal: poundsString,
  collectionDiscount: poundsString,
  referralDiscount: poundsString,
  total: poundsString,
  exVat: poundsString,
  vat: poundsString,
  /** A fraction: 0.2 is 20 %. */
  vatRate: z.number(),
  referral: z
    .object({
      code: z.string(),
      club: z.string(),
      discountPercent: z.number(),
      commissionPercent: z.number(),
    })
    .nullable(),
  /** What was earned on the order and taken back of it; null without a commission. */
  commission: z.object({ earned: poundsString, takenBack: poundsString }).nullable(),
  buyer: z
    .object({
      fullName: z.string().nullable(),
      businessName: z.string().nullable(),
      vatNumber: z.string().nullable(),
      address: z.string().nullable(),
    })
    .nullable(),
  cancellation: cancellationOutput,
  student: person,
  lines: z.array(line),
  payment: z
    .object({
      intentId: z.string(),
      chargeId: z.string().nullable(),
      status: z.enum(['open', 'processing', 'paid', 'cancelled']),
      method: z.string().nullable(),
      fee: poundsString.nullable(),
      feeIsEstimate: z.boolean(),
    })
    .nullable(),
  /** What all credit notes that stand take back, the VAT in it, and the sum requested from Stripe besides. */
  credited: poundsString,
  creditedVat: poundsString,
  asked: poundsString,
  refunds: z.array(refund),
  /** What the student asks back, the newest first. */
  requests: z.array(refundRequestOutput),
  disputes: z.array(
    z.object({
      id: z.string(),
      status: z.enum(DISPUTE_STATUSES),
      amount: poundsString,
      openedAt: timeOutput,
      closedAt: timeOutput.nullable(),
    }),
  ),
  documents: z.array(orderDocumentOutput),
  mails: z.array(mail),
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      receivedAt: timeOutput,
      processedAt: timeOutput.nullable(),
      lastError: z.string().nullable(),
    }),
  ),
  audit: z.array(audit),
})
export type OrderDetailOutput = z.output<typeof orderDetailOutput>

export const studentDetailInput = z.object({ studentId: opaqueId })

export const studentDetailOutput = z.object({
  student: person,
  orders: z.array(orderRow),
  access: z.array(access),
  watched: z.array(watched),
  mails: z.array(mail),
  audit: z.array(audit),
})
export type StudentDetailOutput = z.output<typeof studentDetailOutput>

const reason = requiredLines(500, orderAdminMessages.reasonRequired)

/** The last London day on which a video can be watched, "2027-01-31". */
const lastDay = z.iso.date(orderAdminMessages.dayInvalid)

export const grantAccessInput = z.object({
  studentId: opaqueId,
  /** One video, or every video of the catalog. */
  videoId: z.union([videoId, z.literal('all')]),
  lastDay,
  reason,
})
export type GrantAccessInput = z.output<typeof grantAccessInput>

export const extendAccessInput = z.object({ entitlementId: opaqueId, lastDay, reason })
export type ExtendAccessInput = z.output<typeof extendAccessInput>

export const accessEndOutput = z.object({ expiresAt: timeOutput })

export const correctEmailInput = z.object({
  studentId: opaqueId,
  email: email(orderAdminMessages.emailRequired, orderAdminMessages.emailInvalid),
})

export const resendMailInput = z.object({ outboxId: opaqueId, studentId: opaqueId })

export const mailedOutput = z.object({ email: z.string() })
