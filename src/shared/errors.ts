import { adminLoginMessages } from './messages/admin.ts'

/** What an answer may carry beside its `message`, field by field as it goes over the wire. */
type WireFields = Readonly<Record<string, string | number | boolean | null>>

type ShopErrorEntry = { readonly status: number; readonly message: string; readonly wire?: WireFields }

function refusals<Code extends string>(status: number, messages: Record<Code, string>) {
  const entries = Object.entries<string>(messages).map(([code, message]) => [code, { status, message }])
  return Object.fromEntries(entries) as Record<Code, ShopErrorEntry>
}

/**
 * Every refusal a person can cause, by HTTP status: its sentence (requirements §5 to §9). Whatever is not listed here
 * is an error of ours and gets `sentenceForStatus`.
 */
const REFUSALS = {
  ...refusals(400, {
    BAD_INPUT: 'Please check the form and try again.',
    PASSWORD_TOO_COMMON: 'This password is on published lists of leaked passwords. Please choose another.',
    VERIFICATION_LINK_INVALID: 'Email verification failed.',
    RESET_LINK_INVALID: 'Invalid or Expired Link',
    EMAIL_UNCHANGED: 'That is the address this account has already.',
    EMAIL_CHANGE_LINK_INVALID:
      'This link has been used, has run out or was replaced. Ask for a new one on your account page.',
    INVALID_REFERRAL_CODE: 'Please check your referral code and try again.',
    VIDEO_NOT_FOR_SALE: 'One of these videos is not for sale.',
    ORDER_TOO_SMALL: 'Cards cannot be charged less than 30p. Please add another video.',
    CONSENT_REQUIRED: 'Please confirm that the films may open now.',
    BANK_ACCOUNT_INVALID: 'This account number does not go with this sort code. Please check both.',
    ACCESS_DAY_INVALID: 'Choose a day from today on, within the next five years.',
    QUARTER_INVALID: 'Please give the quarter as year and number, like 2026-Q3.',
    STATEMENT_UNREADABLE:
      'This is no bank statement the shop can read: a CSV with the names of its columns, a date, and an amount or money in and out.',
    PERIOD_TOO_LONG: 'This period has too many documents for one export. Please choose a shorter one.',
    NO_RECIPIENTS: 'There is nobody to send this to.',
    MAILING_EMPTY: 'Please fill in subject and content',
  }),
  ...refusals(401, {
    NOT_SIGNED_IN: 'Please sign in to continue.',
    INVALID_CREDENTIALS: 'Please check your credentials and try again.',
    REFERER_LOGIN_FAILED: 'Invalid referral code or password',
    ADMIN_LOGIN_FAILED: 'Login failed',
    ADMIN_CODE_WRONG: 'That code is not right. Please check it and try again.',
    ADMIN_CODE_EXPIRED: 'That code has expired. Please sign in again.',
  }),
  ...refusals(403, {
    FORBIDDEN: 'You are not allowed to do that.',
    ACCOUNT_PASSWORD_WRONG: 'This is not the password the account was opened with.',
    CURRENT_PASSWORD_WRONG: 'That is not your current password.',
    NO_ACCESS: "You don't have access to this video. Please purchase a license to continue.",
    OWN_DASHBOARD_ONLY: 'You can only view your own dashboard.',
    STEP_UP_REQUIRED: adminLoginMessages.stepUp,
    STEP_UP_CODE_WRONG: 'That code is not right. Please check it and try again.',
  }),
  ...refusals(404, {
    NOT_FOUND: 'We could not find that.',
    SESSION_NOT_FOUND: 'That device is not signed in any more.',
    ORDER_NOT_FOUND: 'We could not find that order.',
    PAYMENT_NOT_FOUND: 'We could not find that payment.',
    INVOICE_NOT_FOUND: 'We could not find that invoice.',
    VIDEO_NOT_FOUND: 'We could not find that film.',
    UPLOAD_NOT_FOUND: 'That upload is gone: published, discarded or cleaned away. Choose the file again.',
    VIDEO_UNAVAILABLE: 'Please contact support if this issue persists',
    NOTE_NOT_FOUND: 'We could not find that note. It may have been removed elsewhere.',
    DASHBOARD_NOT_FOUND: 'Dashboard not found',
    REFERER_NOT_FOUND: 'We could not find that referer.',
    APPLICATION_NOT_FOUND: 'We could not find that application.',
    PAYOUT_NOT_FOUND: 'We could not find that payout.',
    CAMPAIGN_NOT_FOUND: 'We could not find that mailing.',
  }),
  ...refusals(409, {
    SHOP_ON_HOLD: 'The shop was restored from a backup and is on hold. Release it under Operations first.',
    CONFLICT: 'Someone changed this at the same moment. Please look again.',
    EMAIL_TAKEN: 'Email already registered',
    USERNAME_TAKEN: 'Username taken',
    REGISTRATION_OVER: 'The address is confirmed already, or the account was removed. Try to sign in.',
    ERASURE_WAITS_FOR_PAYMENT:
      'A payment on this account is still being settled. The account can be erased as soon as that is done.',
    ERASURE_WAITS_FOR_REFUND:
      'A refund to you has not arrived yet. The account can be erased as soon as that is settled.',
    ERASURE_WAITS_FOR_DISPUTE:
      'A payment on this account is in dispute with your bank. The account can be erased as soon as that is settled.',
    ALREADY_OWNED: 'You already own this video. Check your dashboard to watch it.',
    ORDER_NOT_OPEN: 'This order can no longer be changed.',
    PAYMENT_PROCESSING: 'A payment is still being processed',
    PAYMENT_MISMATCH: 'What was paid does not match the order. We are looking into it and will write to you.',
    REFUND_PENDING: 'One of these films is being refunded already.',
    REFUND_REQUESTED: 'You have asked about one of these films already. The answer comes by email.',
    REQUEST_ANSWERED: 'This request was answered or withdrawn already.',
    EXCHANGE_NOT_POSSIBLE:
      'This exchange is not possible: the film was watched or has closed, or the other one is open already or has another price.',
    NOTHING_TO_REFUND: 'There is nothing left to refund.',
    REFUND_TOO_MUCH: 'That is more than is left to refund.',
    REFUND_REFUSED: 'Stripe did not accept this refund.',
    REFUND_DISPUTED:
      'Stripe did not accept this refund: the payment is disputed, and the bank holds the money.',
    REFUND_MADE_BEFORE: 'Stripe did not accept this refund: the payment was refunded already.',
    UPLOAD_NOT_WHOLE: 'The file has not arrived whole.',
    UPLOAD_NOT_READY: 'This file has not been checked, or was refused.',
    UPLOADS_TOO_MANY: 'Too many uploads are waiting. Publish or discard some of them first.',
    TOO_MANY_STREAMS: 'This account is already playing elsewhere. Stop a film there, then try again.',
    TOO_MANY_QUESTIONS: 'You have asked as many questions about this film as the shop can keep.',
    QUESTION_ANSWERED: 'This question was answered meanwhile. Load the page again.',
    TOO_MANY_NOTES: 'This film has as many notes as the shop can keep. Remove one, then try again.',
    REFERER_ENDED: 'This referer agreement has ended.',
    REFERRAL_CODE_TAKEN: 'This referral code is already in use.',
    REFERER_EMAIL_TAKEN: 'A referer with this email already exists.',
    APPLICATION_DECIDED: 'This application has already been decided.',
    AUTHENTICATOR_NOT_BEGUN: 'There is no authenticator app to confirm. Please begin again.',
    ACCESS_NOT_LONGER: 'This film is open until that day already, or longer.',
    ACCESS_ENDED: 'This access was ended by a refund. Grant access anew instead.',
    EMAIL_CONFIRMED: 'This address has been confirmed. Its owner can change it on the account page.',
    MAIL_NOT_REPEATABLE: 'This mail cannot be sent again.',
    MAIL_NOT_RETRIABLE: 'This mail has left by now, or its link has run out and has to be asked for anew.',
    JOB_NOT_FAILED: 'This job was retried already.',
    QUARTER_NOT_CLOSED: 'This quarter is not over yet.',
    PAYOUT_VOID: 'This payout was made again after a refund. Please use the new one.',
    PAYOUT_NOT_IN_FILE: 'No bank file names this payout. Please say how it was paid instead.',
    BANK_CHANGE_UNREVIEWED:
      'The bank details of this referer have changed. Please look at the change before paying.',
    VAT_CHANGE_UNREVIEWED:
      'The VAT registration of this referer is new or changed. Please look at it before paying VAT.',
    VAT_RATE_CHANGED:
      'The rate of VAT is another one on that day. Choose the day of the bank file, or unfreeze the payout: it is then made again.',
    DISPUTE_ANSWERED: 'This dispute was answered already. The bank takes one answer.',
    DISPUTE_OVER:
      'This dispute takes no answer any more: it is decided, answered in Stripe’s dashboard, or its time is over.',
    EVIDENCE_NOT_PREPARED: 'Prepare the evidence first, and look at it.',
    SELLER_ACCOUNT_MISSING:
      'This bank file names your own account. Please enter it, and the service user number where Bacs wants one.',
    PAYOUT_FROZEN: 'This payout is in a bank file. Unfreeze it before changing it.',
    DRAFTS_FULL: 'There are 200 drafts. Please throw some away first.',
  }),
  ...refusals(413, {
    TOO_LARGE: 'That is too large to accept.',
  }),
  ...refusals(429, {
    RATE_LIMITED: 'Too many attempts. Please wait a few minutes and try again.',
  }),
  ...refusals(502, {
    STORAGE_REFUSED:
      'The storage of the films did not take the file. It is kept here: try again, and look whether the shop may write there.',
  }),
  ...refusals(503, {
    SERVICE_UNAVAILABLE: 'This part of the shop is away for a moment. Please try again shortly.',
    TEST_NOT_SENT: 'The mail server did not take the test. Please try again shortly.',
  }),
  ...refusals(507, {
    DISK_FULL: 'There is not enough room on the server.',
  }),
}

/** One of the refusals. */
export type ShopErrorCode = keyof typeof REFUSALS

/** The refusals with the extra wire fields some answers need. */
export const SHOP_ERRORS: Readonly<Record<ShopErrorCode, ShopErrorEntry>> = {
  ...REFUSALS,
  STEP_UP_REQUIRED: { ...REFUSALS.STEP_UP_REQUIRED, wire: { requiresCode: true } },
}

const SENTENCES: Readonly<Record<number, string>> = {
  400: SHOP_ERRORS.BAD_INPUT.message,
  401: SHOP_ERRORS.NOT_SIGNED_IN.message,
  403: SHOP_ERRORS.FORBIDDEN.message,
  404: SHOP_ERRORS.NOT_FOUND.message,
  405: 'That cannot be done here.',
  406: 'We cannot answer in the form you asked for.',
  408: 'The request took too long to arrive. Please try again.',
  409: SHOP_ERRORS.CONFLICT.message,
  412: SHOP_ERRORS.CONFLICT.message,
  413: SHOP_ERRORS.TOO_LARGE.message,
  414: SHOP_ERRORS.TOO_LARGE.message,
  415: 'Please send this as JSON.',
  422: SHOP_ERRORS.BAD_INPUT.message,
  429: SHOP_ERRORS.RATE_LIMITED.message,
  431: SHOP_ERRORS.TOO_LARGE.message,
  499: 'The request was stopped before it was answered.',
  502: SHOP_ERRORS.SERVICE_UNAVAILABLE.message,
  503: SHOP_ERRORS.SERVICE_UNAVAILABLE.message,
  504: SHOP_ERRORS.SERVICE_UNAVAILABLE.message,
}

/**
 * The fixed sentence for an answer that has no words of its own, chosen by HTTP status, so that no library
 * ever speaks to a user (requirements §9).
 */
export function sentenceForStatus(status: number): string {
  const known = SENTENCES[status]
  if (known !== undefined) return known
  if (status >= 400 && status < 500) return SHOP_ERRORS.BAD_INPUT.message
  return 'Something went wrong on our side. Please try again.'
}
