import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

let count = 0
let passwordHash: Promise<string> | undefined

export type MadeAdmin = { id: string; email: string; password: string }

/** The password of every admin made here. */
const ADMIN_PASSWORD = 'runway two seven left'

/** An admin who may sign in. */
export async function makeAdmin(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  overrides: Partial<Prisma.AdminUncheckedCreateInput> = {},
): Promise<MadeAdmin> {
  count++
  passwordHash ??= deps.passwords.hash(ADMIN_PASSWORD)
  const now = deps.clock.now()
  const email = overrides.email ?? `admin${count}@example.com`
  const data = {
    id: newId(now),
    email,
    emailKey: email.toLowerCase(),
    passwordHash: await passwordHash,
    createdAt: now,
    ...overrides,
  }
  await deps.db.admin.create({ data })
  return { id: data.id, email, password: ADMIN_PASSWORD }
}
