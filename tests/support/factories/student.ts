import type { Deps } from '#server/deps.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

let count = 0
/** Hashed once: a test that makes twenty students need not wait for twenty hashes. */
let passwordHash: Promise<string> | undefined

export type MadeStudent = { id: string; username: string; email: string; password: string }

/** The password of every student made here, unless a hash of another is given. */
const STUDENT_PASSWORD = 'crosswind landing 27'

/** A verified student with a name and address of their own. */
export async function makeStudent(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  overrides: Partial<Prisma.StudentUncheckedCreateInput> = {},
): Promise<MadeStudent> {
  count++
  passwordHash ??= deps.passwords.hash(STUDENT_PASSWORD)
  const now = deps.clock.now()
  const username = overrides.username ?? `Pilot${count}`
  const email = overrides.email ?? `pilot${count}@example.com`
  const data = {
    id: newId(now),
    username,
    usernameKey: username.toLowerCase(),
    email,
    emailKey: email.toLowerCase(),
    passwordHash: await passwordHash,
    verifiedAt: now,
    createdAt: now,
    lastSeenAt: now,
    ...overrides,
  }
  await deps.db.student.create({ data })
  return { id: data.id, username, email, password: STUDENT_PASSWORD }
}

/** A session of a person, open for 30 days unless it says otherwise; the token is what the browser would store. */
export async function makeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: { studentId: string } | { refererId: string } | { adminId: string },
  overrides: Partial<Omit<Prisma.SessionUncheckedCreateInput, 'studentId' | 'refererId' | 'adminId'>> = {},
): Promise<{ token: string; sessionId: string }> {
  const now = deps.clock.now()
  const token = newToken()
  const sessionId = newId(now)
  await deps.db.session.create({
    data: {
      id: sessionId,
      tokenHash: hashToken(token),
      userAgent: 'a test',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + 30 * 24 * 60 * 60_000),
      ...owner,
      ...overrides,
    },
  })
  return { token, sessionId }
}
