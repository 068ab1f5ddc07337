import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { confirmAuthenticator, createAuthenticator } from '#server/features/admin-auth/second-factors.ts'
import { signIn } from '#server/features/admin-auth/sign-in.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import type { MadeAdmin } from '#tests/support/factories/admin.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let visitors = 0

/** The six digits in the newest code mail to an address. */
export async function newestCode(deps: TestDeps, email: string): Promise<string> {
  const mail = (await readOutbox(deps, 'admin-code', email)).at(-1)
  return z.string().parse(mail?.props.code)
}

/** Six digits other than these. */
export function otherThan(code: string): string {
  return code === '123456' ? '654321' : '123456'
}

/** The first step of a sign-in from a new network address, and the mailed code. */
export async function startSignIn(
  deps: TestDeps,
  { email, password }: MadeAdmin,
): Promise<{ sessionToken: string; code: string }> {
  visitors++
  const { sessionToken } = await signIn(deps, { email, password, address: `198.51.100.${visitors}` })
  return { sessionToken, code: await newestCode(deps, email) }
}

/** The error code of a refused call; null for a success. */
export async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  )
}

/** Gives an admin an authenticator app; returns its secret and the recovery codes. */
export async function addAuthenticator(
  deps: TestDeps,
  adminId: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await createAuthenticator(deps, { adminId })
  const authCode = appCode(secret, deps.clock.now())
  const { recoveryCodes } = await confirmAuthenticator(deps, { adminId, authCode })
  return { secret, recoveryCodes }
}

/** The code of an authenticator app at a time (RFC 6238: HMAC-SHA-1, 30 seconds, six digits), calculated here. */
export function appCode(secret: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest.readUInt8(19) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/\d{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
