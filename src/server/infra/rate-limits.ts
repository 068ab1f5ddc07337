import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#server/errors.ts'
import { limitWindowMinutes, questionsPerDay, resetLinkMinutes } from '#shared/limits.ts'

const WINDOW = limitWindowMinutes * 60
const HOUR = 60 * 60
/** No longer than a reset link works, so that a mail is refused only while the mailbox has one that does. */
const LINK = resetLinkMinutes * 60

/** Points per window of each limit (requirements §6). */
export const LIMITS = {
  /**
   * Tries of a password, all by this one limit and each kind with keys of its own: the sign-in of student, referer and
   * admin, the password asked for again, a reset link, and the claim of an account by a verification link.
   */
  signInAccount: { points: 10, seconds: WINDOW },
  /** Sign-ins by network address; those of a known browser, and claims with the account's password, by account. */
  signInAddress: { points: 50, seconds: WINDOW },
  referralCode: { points: 60, seconds: WINDOW },
  /** A school's computers share one address. */
  registration: { points: 50, seconds: WINDOW },
  contact: { points: 10, seconds: HOUR },
  /** Reset and verification mails requested from one network address, for all accounts. */
  linkMailAddress: { points: 100, seconds: WINDOW },
  /** Reset mails, and verification mails, of one account: requested from one network address, and from all together. */
  linkMail: { points: 3, seconds: LINK },
  linkMailAccount: { points: 6, seconds: LINK },
  /** Errors of pages, from one network address: a page that fails sends five. */
  browserErrors: { points: 60, seconds: WINDOW },
  /** Certificates that a message without a checked signature lets the shop read at Amazon; Amazon has a new one each year. */
  snsCertificate: { points: 20, seconds: HOUR },
  emailChange: { points: 5, seconds: HOUR },
  adminCode: { points: 10, seconds: WINDOW },
  /** Three codes of an app are right at any time, so this many guesses succeed less than once in 11,000 days. */
  adminCodeDay: { points: 30, seconds: 24 * HOUR },
  /** Calls of signed-in people that hash a password, right or wrong. */
  passwordAccount: { points: 30, seconds: WINDOW },
  passwordAddress: { points: 100, seconds: WINDOW },
  /** Payments requested: every change of the cart at checkout is one. */
  paymentAccount: { points: 30, seconds: WINDOW },
  paymentAddress: { points: 300, seconds: WINDOW },
  /** How often the outcome of a payment is read; the page reads it every few seconds. */
  paymentCheckAccount: { points: 200, seconds: WINDOW },
  paymentCheckAddress: { points: 1_000, seconds: WINDOW },
  /** Refunds asked for by one account, and by all behind one address. */
  refundRequestAccount: { points: 10, seconds: HOUR },
  refundRequestAddress: { points: 50, seconds: HOUR },
  /** PDFs made for one account, and for all behind one address. */
  documentAccount: { points: 100, seconds: WINDOW },
  documentAddress: { points: 500, seconds: WINDOW },
  question: { points: questionsPerDay, seconds: 24 * HOUR },
  /** Searches in one's videos, of one account, and of all behind one address. */
  searchAccount: { points: 300, seconds: WINDOW },
  searchAddress: { points: 1_500, seconds: WINDOW },
} as const

export type LimitName = keyof typeof LIMITS

export type RateLimits = {
  /** Counts one attempt; throws ShopError RATE_LIMITED when none is left. */
  consume(name: LimitName, key: string): Promise<void>
  /** Counts one attempt and says whether it was within the limit, for callers that answer the same either way. */
  tryConsume(name: LimitName, key: string): Promise<boolean>
  /** Takes one counted attempt back, of a key whose other attempts stay counted. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Forgets the attempts of a key, after a right answer. */
  reset(name: LimitName, key: string): Promise<void>
}

/** Rate limits kept in PostgreSQL, so that every process counts together and a restart forgets nothing. */
export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([keyPrefix, { points, seconds: duration }]) => [
      keyPrefix,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration,
      }),
    ]),
  )

  function limiter(name: LimitName): RateLimiterPostgres {
    const found = limiters.get(name)
    if (!found) throw new Error(`No limit is called ${name}`)
    return found
  }

  return {
    async consume(name, key) {
      const refused = await attempt(limiter(name), key)
      if (!refused) return
      throw new ShopError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) })
    },
    async tryConsume(name, key) {
      return (await attempt(limiter(name), key)) === null
    },
    async giveBack(name, key) {
      await limiter(name).reward(storable(key))
    },
    async reset(name, key) {
      await limiter(name).delete(storable(key))
    },
  }
}

async function attempt(limiter: RateLimiterPostgres, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(storable(key))
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  }
}

/** Keys may be addresses or emails of any length; the column holds 255. */
function storable(key: string): string {
  return key.slice(0, 200)
}
