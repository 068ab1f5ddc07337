import { z } from 'zod'
import { signIn } from '#server/features/admin/sign-in.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import type { MadeAdmin } from '#tests/support/factories/admin.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let visitors = 0

/** The six digits in the newest code mail to an address. */
export async function newestCode(deps: TestDeps, email: string): Promise<string> {
  const mail = (await readOutbox(deps, 'admin-code', email)).at(-1)
  return z.string().parse(mail?.props.code)
}

/** Six digits that are not these. */
export function otherThan(code: string): string {
  return code === '123456' ? '654321' : '123456'
}

/** The first step of a sign-in, from an address of its own, and the code it mailed. */
export async function beginSignIn(
  deps: TestDeps,
  { email, password }: MadeAdmin,
): Promise<{ sessionToken: string; code: string }> {
  visitors++
  const { sessionToken } = await signIn(deps, { email, password, address: `198.51.100.${visitors}` })
  return { sessionToken, code: await newestCode(deps, email) }
}

/** The code of the error a call was refused with; null when it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  )
}
