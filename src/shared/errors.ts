/** What an answer may carry beside its `message`, field by field as it goes over the wire. */
type WireFields = Readonly<Record<string, string | number | boolean | null>>

type ShopErrorEntry = { readonly status: number; readonly message: string; readonly wire?: WireFields }

/**
 * Every refusal a person can cause: HTTP status, sentence, and the extra wire fields some answers need
 * (requirements §5 to §9). Whatever is not listed here is an error of ours and gets `sentenceForStatus`.
 */
export const SHOP_ERRORS = {
  // Any caller
  BAD_INPUT: { status: 400, message: 'Please check the form and try again.' },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in to continue.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do that.' },
  NOT_FOUND: { status: 404, message: 'We could not find that.' },
  CONFLICT: { status: 409, message: 'Someone changed this at the same moment. Please look again.' },
  TOO_LARGE: { status: 413, message: 'That is too large to accept.' },
  RATE_LIMITED: { status: 429, message: 'Too many attempts. Please wait a few minutes and try again.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'This part of the shop is away for a moment. Please try again shortly.',
  },

  // Students' accounts
  INVALID_CREDENTIALS: { status: 401, message: 'Please check your credentials and try again.' },
  EMAIL_TAKEN: { status: 409, message: 'Email already registered' },
  USERNAME_TAKEN: { status: 409, message: 'Username taken' },
  PASSWORD_TOO_COMMON: {
    status: 400,
    message: 'This password is on published lists of leaked passwords. Please choose another.',
  },
  VERIFICATION_LINK_INVALID: { status: 400, message: 'Email verification failed.' },
  ACCOUNT_PASSWORD_WRONG: { status: 403, message: 'This is not the password the account was opened with.' },
  RESET_LINK_INVALID: { status: 400, message: 'Invalid or Expired Link' },
  CURRENT_PASSWORD_WRONG: { status: 403, message: 'That is not your current password.' },
  EMAIL_UNCHANGED: { status: 400, message: 'That is the address this account has already.' },
  EMAIL_CHANGE_LINK_INVALID: {
    status: 400,
    message: 'This link has been used, has run out or was replaced. Ask for a new one on your account page.',
  },
  SESSION_NOT_FOUND: { status: 404, message: 'That device is not signed in any more.' },
  ERASURE_WAITS_FOR_PAYMENT: {
    status: 409,
    message:
      'A payment on this account is still being settled. The account can be erased as soon as that is done.',
  },
  ERASURE_WAITS_FOR_REFUND: {
    status: 409,
    message: 'A refund to you has not arrived yet. The account can be erased as soon as that is settled.',
  },
  ERASURE_WAITS_FOR_DISPUTE: {
    status: 409,
    message:
      'A payment on this account is in dispute with your bank. The account can be erased as soon as that is settled.',
  },

  // Cart and checkout
  INVALID_REFERRAL_CODE: { status: 400, message: 'Please check your referral code and try again.' },
  VIDEO_NOT_FOR_SALE: { status: 400, message: 'One of these videos is not for sale.' },
  ALREADY_OWNED: {
    status: 409,
    message: 'You already own this video. Check your dashboard to watch it.',
  },
  ORDER_TOO_SMALL: {
    status: 400,
    message: 'Cards cannot be charged less than 30p. Please add another video.',
  },
  ORDER_NOT_FOUND: { status: 404, message: 'We could not find that order.' },
  ORDER_NOT_OPEN: { status: 409, message: 'This order can no longer be changed.' },
  CONSENT_REQUIRED: { status: 400, message: 'Please confirm that the films may open now.' },
  PAYMENT_PROCESSING: { status: 409, message: 'A payment is still being processed' },
  PAYMENT_NOT_FOUND: { status: 404, message: 'We could not find that payment.' },
  PAYMENT_MISMATCH: {
    status: 409,
    message: 'What was paid does not match the order. We are looking into it and will write to you.',
  },
  REFUND_PENDING: { status: 409, message: 'One of these films is being refunded already.' },
  NOTHING_TO_REFUND: { status: 409, message: 'There is nothing left to refund.' },
  REFUND_TOO_MUCH: { status: 409, message: 'That is more than is left to refund.' },
  REFUND_REFUSED: { status: 409, message: 'Stripe did not accept this refund.' },
  REFUND_DISPUTED: {
    status: 409,
    message: 'Stripe did not accept this refund: the payment is disputed, and the bank holds the money.',
  },
  REFUND_MADE_BEFORE: {
    status: 409,
    message: 'Stripe did not accept this refund: the payment was refunded already.',
  },
  INVOICE_NOT_FOUND: { status: 404, message: 'We could not find that invoice.' },

  // Catalog
  VIDEO_NOT_FOUND: { status: 404, message: 'We could not find that film.' },
  UPLOAD_NOT_FOUND: {
    status: 404,
    message: 'That upload is gone: published, discarded or cleaned away. Choose the file again.',
  },
  UPLOAD_NOT_WHOLE: { status: 409, message: 'The file has not arrived whole.' },
  UPLOAD_NOT_READY: { status: 409, message: 'This file has not been checked, or was refused.' },
  UPLOADS_TOO_MANY: {
    status: 409,
    message: 'Too many uploads are waiting. Publish or discard some of them first.',
  },
  DISK_FULL: { status: 507, message: 'There is not enough room on the server for this file.' },
  STORAGE_REFUSED: {
    status: 502,
    message:
      'The storage of the films did not take the file. It is kept here: try again, and look whether the shop may write there.',
  },

  // Watching
  NO_ACCESS: {
    status: 403,
    message: "You don't have access to this video. Please purchase a license to continue.",
  },
  VIDEO_UNAVAILABLE: { status: 404, message: 'Please contact support if this issue persists' },
  TOO_MANY_STREAMS: {
    status: 409,
    message: 'This account is already playing elsewhere. Stop a film there, then try again.',
  },
  NOTE_NOT_FOUND: {
    status: 404,
    message: 'We could not find that note. It may have been removed elsewhere.',
  },
  TOO_MANY_NOTES: {
    status: 409,
    message: 'This film has as many notes as the shop can keep. Remove one, then try again.',
  },
  OWN_DASHBOARD_ONLY: { status: 403, message: 'You can only view your own dashboard.' },
  DASHBOARD_NOT_FOUND: { status: 404, message: 'Dashboard not found' },

  // Referers
  REFERER_LOGIN_FAILED: { status: 401, message: 'Invalid referral code or password' },
  REFERER_NOT_FOUND: { status: 404, message: 'We could not find that referer.' },
  REFERER_ENDED: { status: 409, message: 'This referer agreement has ended.' },
  REFERRAL_CODE_TAKEN: { status: 409, message: 'This referral code is already in use.' },
  REFERER_EMAIL_TAKEN: { status: 409, message: 'A referer with this email already exists.' },
  BANK_ACCOUNT_INVALID: {
    status: 400,
    message: 'This account number does not go with this sort code. Please check both.',
  },
  APPLICATION_NOT_FOUND: { status: 404, message: 'We could not find that application.' },
  APPLICATION_DECIDED: { status: 409, message: 'This application has already been decided.' },

  // Back office
  ADMIN_LOGIN_FAILED: { status: 401, message: 'Login failed' },
  ADMIN_CODE_WRONG: { status: 401, message: 'That code is not right. Please check it and try again.' },
  ADMIN_CODE_EXPIRED: { status: 401, message: 'That code has expired. Please sign in again.' },
  AUTHENTICATOR_NOT_BEGUN: {
    status: 409,
    message: 'There is no authenticator app to confirm. Please begin again.',
  },
  STEP_UP_REQUIRED: {
    status: 403,
    message: 'Please confirm with a new code',
    wire: { requiresCode: true },
  },
  STEP_UP_CODE_WRONG: { status: 403, message: 'That code is not right. Please check it and try again.' },
  ACCESS_DAY_INVALID: { status: 400, message: 'Choose a day from today on, within the next five years.' },
  ACCESS_NOT_LONGER: { status: 409, message: 'This film is open until that day already, or longer.' },
  ACCESS_ENDED: {
    status: 409,
    message: 'This access was ended by a refund. Grant access anew instead.',
  },
  EMAIL_CONFIRMED: {
    status: 409,
    message: 'This address has been confirmed. Its owner can change it on the account page.',
  },
  MAIL_NOT_REPEATABLE: { status: 409, message: 'This mail cannot be sent again.' },
  MAIL_NOT_RETRIABLE: {
    status: 409,
    message: 'This mail has left by now, or its link has run out and has to be asked for anew.',
  },
  JOB_NOT_FAILED: { status: 409, message: 'This job was retried already.' },
  QUARTER_INVALID: { status: 400, message: 'Please give the quarter as year and number, like 2026-Q3.' },
  QUARTER_NOT_CLOSED: { status: 409, message: 'This quarter is not over yet.' },
  PAYOUT_NOT_FOUND: { status: 404, message: 'We could not find that payout.' },
  PAYOUT_VOID: {
    status: 409,
    message: 'This payout was made again after a refund. Please use the new one.',
  },
  PAYOUT_NOT_IN_FILE: {
    status: 409,
    message: 'No bank file names this payout. Please say how it was paid instead.',
  },
  BANK_CHANGE_UNREVIEWED: {
    status: 409,
    message: 'The bank details of this referer have changed. Please look at the change before paying.',
  },
  VAT_CHANGE_UNREVIEWED: {
    status: 409,
    message: 'The VAT registration of this referer is new or changed. Please look at it before paying VAT.',
  },
  PAYOUT_FROZEN: { status: 409, message: 'This payout is in a bank file. Unfreeze it before changing it.' },

  // Bulk email
  NO_RECIPIENTS: { status: 400, message: 'There is nobody to send this to.' },
  MAILING_EMPTY: { status: 400, message: 'Please fill in subject and content' },
  DRAFTS_FULL: { status: 409, message: 'There are 200 drafts. Please throw some away first.' },
  TEST_NOT_SENT: { status: 503, message: 'The mail server did not take the test. Please try again shortly.' },
  CAMPAIGN_NOT_FOUND: { status: 404, message: 'We could not find that mailing.' },
} as const satisfies Record<string, ShopErrorEntry>

/** One of the refusals in `SHOP_ERRORS`. */
export type ShopErrorCode = keyof typeof SHOP_ERRORS

/** The entry of a code with its optional wire fields visible to the type checker. */
export function describeShopError(code: ShopErrorCode): ShopErrorEntry {
  return SHOP_ERRORS[code]
}

/** Whether a string that came over the wire is one of our codes. */
export function isShopErrorCode(value: unknown): value is ShopErrorCode {
  return typeof value === 'string' && Object.hasOwn(SHOP_ERRORS, value)
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
