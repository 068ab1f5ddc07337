import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#server/errors.ts'
import {
  adminCodesPerAdmin,
  adminCodesPerDay,
  contactMessagesPerAddress,
  documentsPerAccount,
  documentsPerAddress,
  limitWindowMinutes,
  mailRequestsPerAddress,
  mailRequestsPerHour,
  mailRequestsWithoutWaiting,
  passwordCallsPerAccount,
  passwordCallsPerAddress,
  paymentChecksPerAccount,
  paymentChecksPerAddress,
  paymentsPerAccount,
  paymentsPerAddress,
  referralChecksPerAddress,
  registrationsPerAddress,
  signInTriesPerAccount,
  signInTriesPerAddress,
} from '#shared/limits.ts'

const WINDOW = limitWindowMinutes * 60
const HOUR = 60 * 60

/** Points per window of each limit (requirements §6). */
const LIMITS = {
  signInAccount: { points: signInTriesPerAccount, seconds: WINDOW },
  signInAddress: { points: signInTriesPerAddress, seconds: WINDOW },
  referralCode: { points: referralChecksPerAddress, seconds: WINDOW },
  registration: { points: registrationsPerAddress, seconds: WINDOW },
  contact: { points: contactMessagesPerAddress, seconds: HOUR },
  linkMailAddress: { points: mailRequestsPerAddress, seconds: WINDOW },
  linkMail: { points: mailRequestsPerHour, seconds: HOUR },
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

/**
 * Of the mails of an hour the first ones go out without waiting, the others once the window of these is over
 * (requirements §6). Holds for callers that answer the same either way.
 */
const WITHOUT_WAITING: { readonly [N in LimitName]?: number } = { linkMail: mailRequestsWithoutWaiting }

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
  const create = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [name, create(name, points, seconds)]),
  )
  const first = new Map(
    Object.entries(WITHOUT_WAITING).map(([name, points]) => [name, create(`${name}First`, points, WINDOW)]),
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
      const pace = first.get(name)
      // Asked first: who has to wait loses none of the hour's mails by asking too early.
      if (pace && (await attempt(pace, key)) !== null) return false
      return (await attempt(limiter(name), key)) === null
    },
    async reset(name, key) {
      await limiter(name).delete(storable(key))
      await first.get(name)?.delete(storable(key))
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
