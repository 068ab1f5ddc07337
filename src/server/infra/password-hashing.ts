import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from './fair-queue.ts'

/** The library's default is argon2id; 46 MiB, one pass, one lane is a setting OWASP's password storage sheet lists. */
const SETTING = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** Two at once: hashing must not starve the other routes of cores during a flood of sign-ins. */
const AT_ONCE = 2

export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Whether the password fits. With `null` for an account that does not exist it works as long as for one
   * that does, and says no, so that the time reveals nothing.
   */
  verify(storedHash: string | null, password: string): Promise<boolean>
  /** The same for one network address, which takes turns with the others. */
  of(address: string): Passwords
}

/**
 * Argon2id password hashing (RFC 9106), queued.
 *
 * @throws ShopError SERVICE_UNAVAILABLE from either call while too many wait already
 */
export function createPasswords(): Passwords {
  const queue = createFairQueue({ atOnce: AT_ONCE, mostOfOne: 50, mostOfAll: 100 })
  let decoy: Promise<string> | undefined

  function passwordsOf(caller: string): Passwords {
    return {
      hash: (password) => queue(caller, () => hash(password, SETTING)),
      verify: (storedHash, password) =>
        queue(caller, async () => {
          decoy ??= hash('nobody has this password', SETTING)
          const matches = await verify(storedHash ?? (await decoy), password)
          return matches && storedHash !== null
        }),
      of: passwordsOf,
    }
  }
  return passwordsOf('this process')
}
