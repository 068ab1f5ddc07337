import { hash, verify } from '@node-rs/argon2'
import { ShopError } from '#server/errors.ts'

/** The library's default is argon2id; 46 MiB, one pass, one lane is a setting OWASP's password storage sheet lists. */
const SETTING = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** Two at once: hashing must not starve the other routes of cores while somebody floods sign-in. */
const AT_ONCE = 2

/** Whoever came last would wait several seconds; more than these are asked to come again. */
const MOST_WAITING = 100

export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Whether the password fits. With `null` for an account that does not exist it works as long as for one
   * that does, and says no, so that the time tells nothing.
   */
  verify(storedHash: string | null, password: string): Promise<boolean>
}

/**
 * Argon2id password hashing (RFC 9106), queued.
 *
 * @throws ShopError SERVICE_UNAVAILABLE from either call while too many wait already
 */
export function createPasswords(): Passwords {
  const queue = createQueue(AT_ONCE)
  let decoy: Promise<string> | undefined

  return {
    hash: (password) => queue(() => hash(password, SETTING)),
    verify: (storedHash, password) =>
      queue(async () => {
        decoy ??= hash('nobody has this password', SETTING)
        const matches = await verify(storedHash ?? (await decoy), password)
        return matches && storedHash !== null
      }),
  }
}

function createQueue(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (waiting.length >= MOST_WAITING) throw new ShopError('SERVICE_UNAVAILABLE')
    if (running >= atOnce) await new Promise<void>((resume) => waiting.push(resume))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
