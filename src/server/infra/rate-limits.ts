import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#server/errors.ts'

const QUARTER_HOUR = 15 * 60

/** Points per window of each limit (requirements §6). */
const LIMITS = {
  signInAccount: { points: 10, seconds: QUARTER_HOUR },
  signInAddress: { points: 50, seconds: QUARTER_HOUR },
  referralCode: { points: 60, seconds: QUARTER_HOUR },
  registration: { points: 50, seconds: QUARTER_HOUR },
  linkMail: { points: 5, seconds: 60 * 60 },
  adminCode: { points: 10, seconds: QUARTER_HOUR },
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
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    ]),
  )

  function limiter(name: LimitName): RateLimiterPostgres {
    const found = limiters.get(name)
    if (!found) throw new Error(`No limit is called ${name}`)
    return found
  }

  async function attempt(name: LimitName, key: string): Promise<RateLimiterRes | null> {
    try {
      // Keys may be addresses or emails of any length; the column holds 255.
      await limiter(name).consume(key.slice(0, 200))
      return null
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused
      throw refused
    }
  }

  return {
    async consume(name, key) {
      const refused = await attempt(name, key)
      if (!refused) return
      throw new ShopError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) })
    },
    async tryConsume(name, key) {
      return (await attempt(name, key)) === null
    },
    async reset(name, key) {
      await limiter(name).delete(key.slice(0, 200))
    },
  }
}
