import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#server/errors.ts'
import {
  adminCodesPerAdmin,
  adminCodesPerDay,
  contactMessagesPerAddress,
  documentsPerAccount,
  documentsPerAddress,
  emailChangesPerHour,
  limitWindowMinutes,
  linkMailsPerAccount,
  linkMailsPerAskingAddress,
  mailRequestsPerAddress,
  passwordCallsPerAccount,
  passwordCallsPerAddress,
  paymentChecksPerAccount,
  paymentChecksPerAddress,
  paymentsPerAccount,
  paymentsPerAddress,
  referralChecksPerAddress,
  registrationsPerAddress,
  resetLinkMinutes,
  signInTriesPerAccount,
  signInTriesPerAddress,
} from '#shared/limits.ts'

const WINDOW = limitWindowMinutes * 60
const HOUR = 60 * 60
/** No longer than a reset link works, so that a mail is refused only while the mailbox has one that does. */
const LINK = resetLinkMinutes * 60

/** Points per window of each limit (requirements §6). */
const LIMITS = {
  signInAccount: { points: signInTriesPerAccount, seconds: WINDOW },
  signInAddress: { points: signInTriesPerAddress, seconds: WINDOW },
  referralCode: { points: referralChecksPerAddress, seconds: WINDOW },
  registration: { points: registrationsPerAddress, seconds: WINDOW },
  contact: { points: contactMessagesPerAddress, seconds: HOUR },
  linkMailAddress: { points: mailRequestsPerAddress, seconds: WINDOW },
  linkMail: { points: linkMailsPerAskingAddress, seconds: LINK },
  linkMailAccount: { points: linkMailsPerAccount, seconds: LINK },
  emailChange: { points: emailChangesPerHour, seconds: HOUR },
  adminCode: { points: adminCodesPerAdmin, seconds: WINDOW },
  adminCodeDay: { points: adminCodesPerDay, seconds: 24 * HOUR },
  passwordAccount: { points: passwordCallsPerAccount, seconds: WINDOW },
  passwordAddress: { points: passwordCallsPerAddress, seconds: WINDOW },
  paymentAccount: { points: paymentsPerAccount, seconds: WINDOW },
  paymentAddress: { points: paymentsPerAddress, seconds: WINDOW },
  paymentCheckAccount: { points: paymentChecksPerAccount, seconds: WINDOW },
  paymentCheckAddress: { points: paymentChecksPerAddress, seconds: WINDOW },
  documentAccount: { points: documentsPerAccount, seconds: WINDOW },
  documentAddress: { points: documentsPerAddress, seconds: WINDOW },
} as const

export type LimitName = keyof typeof LIMITS

export type RateLimits = {
  /** Counts one attempt; throws ShopError RATE_LIMITED when none is left. */
  consume(name: LimitName, key: string): Promise<void>
  /** Counts one attempt and says whether it was within the limit, for callers that answer the same either way. */
  tryConsume(name: LimitName, key: string): Promise<boolean>
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
