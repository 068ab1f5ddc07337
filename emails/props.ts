import { z } from 'zod'
import {
  answerMaxLength,
  contactMessageMaxLength,
  questionMaxLength,
  requestMessageMaxLength,
} from '#shared/limits.ts'
import { WATCHED_PARTS } from '#shared/operations/monitored-parts.ts'
import { REQUEST_REASONS } from '#shared/refunds/refund-requests.ts'
import { contactTopic } from '#shared/schemas/contact.ts'
import { isEmail } from '#shared/schemas/primitives.ts'
import {
  cancellation,
  moment,
  name,
  pence,
  percent,
  site,
  some,
  text,
  title,
  token,
  video,
} from './prop-parts.ts'

/** What every campaign to many has beside its content. */
const bulk = { site, unsubscribeUrl: z.url({ protocol: /^https?$/ }).max(700) }

/** A student asks for money back, or for another video in place of one. */
const askedBack = {
  site,
  orderId: text(100),
  invoiceNumber: text(100),
  titles: some(title),
  /** Null for an exchange. */
  amountPence: pence.nullable(),
  exchangeFor: title.nullable(),
  /** By when the money goes back, where the student cancelled within the 14 days. */
  dueAt: moment.nullable(),
}

/**
 * What each mail needs to be written. Plain JSON, because the props stay in an outbox row until a worker
 * renders them: amounts in pence, times in ISO 8601 UTC, VAT as a fraction.
 */
export const EMAIL_PROPS = {
  'verify-email': z.object({ site, token, expiresAt: moment }),
  welcome: z.object({ site, username: name }),
  'purchase-confirmation': z.object({
    site,
    username: name,
    orderId: text(100),
    orderedAt: moment,
    invoiceNumber: text(40),
    paymentMethod: text(100).nullable(),
    videos: some(
      video.extend({
        listPence: pence,
        /** When a renewal begins; absent where the video is open at once. */
        startsAt: moment.optional(),
      }),
    ),
    /** A referer's name of up to 200 characters, and its percentage. */
    deductions: z.array(z.object({ label: text(300), pence })).max(10),
    totalPence: pence,
    vatPence: pence,
    vatRate: z.number().min(0).max(1),
    cancellation,
  }),
  'password-reset': z.object({
    site,
    account: z.enum(['student', 'referer']),
    name,
    token,
    expiresAt: moment,
  }),
  /** No token: the address has an account, and the mail informs its owner that another account wants it. */
  'email-change': z.object({ site, username: name, token: token.nullable(), expiresAt: moment }),
  'email-changed': z.object({
    site,
    stage: z.enum(['asked', 'done']),
    username: name,
    newEmail: text(254),
    at: moment,
    /** Who started the change; the student where it is left out. */
    by: z.enum(['student', 'seller']).optional(),
  }),
  'password-changed': z.object({
    site,
    /** A student's where it is left out, as in mails written before there was a choice. */
    account: z.enum(['student', 'referer']).optional(),
    username: name,
    how: z.enum(['changed', 'reset']),
    at: moment,
  }),
  'account-erased': z.object({ site, username: name, erasedAt: moment, keepsDocuments: z.boolean() }),
  'contact-message': z.object({
    site,
    reference: text(20),
    topic: contactTopic,
    name,
    replyTo: z.string().refine(isEmail),
    invoiceNumber: text(40).nullable(),
    message: text(contactMessageMaxLength),
    /** Who was signed in. */
    account: z.object({ username: name, email: text(254) }).nullable(),
    acknowledgedBy: moment.nullable(),
    at: moment,
  }),
  'question-answered': z.object({
    site,
    username: name,
    title,
    positionSeconds: z.number().min(0),
    question: text(questionMaxLength),
    askedAt: moment,
    answer: text(answerMaxLength),
  }),
  'contact-received': z.object({
    site,
    username: name,
    reference: text(20),
    acknowledgedBy: moment.nullable(),
    at: moment,
  }),
  /** `isAgain`: one that waits for a decision was there already, and this one is not kept. */
  'application-received': z.object({ site, isAgain: z.boolean().optional() }),
  'application-waiting': z.object({
    site,
    applicantType: z.enum(['individual', 'organization']),
    name,
    contactName: name,
    town: text(100),
    country: text(100),
    at: moment,
  }),
  'application-approved': z.object({
    site,
    name,
    referralCode: text(20),
    discountPercent: percent,
    commissionPercent: percent,
    isVatRegistered: z.boolean(),
  }),
  'referer-added': z.object({
    site,
    name,
    referralCode: text(20),
    discountPercent: percent,
    commissionPercent: percent,
  }),
  'application-rejected': z.object({ site, name, notes: text(5_000).nullable() }),
  'admin-code': z.object({
    site,
    code: z.string().regex(/^\d{6}$/),
    purpose: z.enum(['sign-in', 'step-up']),
    expiresAt: moment,
  }),
  'payout-paid': z.object({
    site,
    name,
    quarter: text(20),
    orderCount: z.number().int().min(0),
    payoutPence: pence,
    vatPence: pence,
    totalPence: pence,
    paidAt: moment,
    accountEnding: text(8).nullable(),
    document: z.enum(['self-billing-invoice', 'commission-statement', 'remittance-advice']),
    documentNumber: text(40),
  }),
  'payout-returned': z.object({
    site,
    name,
    quarter: text(20),
    totalPence: pence,
    accountEnding: text(8).nullable(),
  }),
  'shop-alert': z.object({
    site,
    part: z.enum(WATCHED_PARTS),
    state: z.enum(['stopped', 'moving']),
    since: moment,
    at: moment,
  }),
  'bank-details-changed': z.object({
    site,
    name,
    /** Null where they were removed. */
    accountEnding: text(8).nullable(),
    at: moment,
    /** Changed in the back office, not by the referer. */
    isByAdmin: z.boolean().default(false),
  }),
  'bank-details-wanted': z.object({
    site,
    name,
    unpaidPence: pence,
    /** The agreement runs: they enter them in the portal. */
    hasPortal: z.boolean(),
  }),
  'vat-registration-waiting': z.object({ site, name, vatNumber: text(40), at: moment }),
  'payment-refunded': z.object({
    site,
    username: name,
    orderId: text(100),
    refundedAt: moment,
    reason: z.enum(['refund', 'order-cancelled', 'already-owned', 'disputed']),
    lines: z.array(z.object({ title, pence })).max(50),
    totalPence: pence,
    creditNoteNumber: text(40).nullable(),
    hasAccessEnded: z.boolean(),
    /** Stripe could not make it, and the shop paid in another way. */
    isPaidOtherwise: z.boolean().default(false),
  }),
  'refund-undone': z.object({
    site,
    username: name,
    orderId: text(100),
    cause: z.enum(['refund-failed', 'dispute-won']),
    totalPence: pence,
    creditNoteNumber: text(40),
    invoiceNumber: text(40),
    /** Whether a video opened with it; another refund or dispute may keep it closed. */
    hasAccessOpened: z.boolean().default(true),
  }),
  /** What a student asks back has arrived, or is answered. */
  'refund-request': z.object({
    ...askedBack,
    username: name,
    stage: z.enum(['received', 'granted', 'exchanged', 'declined']),
    exchangeUntil: moment.nullable(),
    words: text(requestMessageMaxLength).nullable(),
  }),
  /** For the instructor; what the student wrote is read in the back office. */
  'refund-request-waiting': z.object({
    ...askedBack,
    reason: z.enum(REQUEST_REASONS),
    daysSince: z.number().int().min(0),
    hasConsent: z.boolean(),
    watched: z.array(z.object({ title, percent })).max(50),
  }),
  'access-granted': z.object({
    site,
    username: name,
    change: z.enum(['granted', 'extended']),
    videos: some(video),
  }),
  'access-expiring': z.object({
    site,
    username: name,
    videos: some(
      video.extend({
        percent: z.number().int().min(0).max(100),
        isCompleted: z.boolean(),
        /** From when on it can be renewed, where that is still to come. */
        renewableFrom: moment.optional(),
        pricePence: pence.optional(),
      }),
    ),
    /** The price of the whole set, where all of it closes. */
    setPence: pence.optional(),
  }),
  'films-waiting': z.object({ site, username: name, videos: some(video) }),
  'basket-left': z.object({ ...bulk, username: name, titles: some(title) }),
  'course-update': z.object({ ...bulk, courseName: title, updateDetails: text(20_000) }),
  announcement: z.object({
    ...bulk,
    title,
    message: text(20_000),
    ctaText: text(100).nullable(),
    ctaUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .nullable(),
  }),
  newsletter: z.object({ ...bulk, month: text(30), year: text(4), content: text(50_000) }),
} as const

/** The name of a mail, as it stands in the outbox. */
export type EmailName = keyof typeof EMAIL_PROPS

/** The props of one mail. */
export type EmailProps<N extends EmailName> = z.infer<(typeof EMAIL_PROPS)[N]>
