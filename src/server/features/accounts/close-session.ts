import type { Deps } from '#server/deps.ts'
import { hashToken } from '#server/infra/ids.ts'
import type { SessionKind } from './queries.ts'

const OWNED_BY = {
  student: { studentId: { not: null } },
  referer: { refererId: { not: null } },
  admin: { adminId: { not: null } },
} as const

/** Ends the session of a token of that kind. A token that is unknown or ended already changes nothing. */
export async function closeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  { kind, token }: { kind: SessionKind; token: string | null },
): Promise<void> {
  if (!token) return
  await deps.db.session.updateMany({
    where: { tokenHash: hashToken(token), revokedAt: null, ...OWNED_BY[kind] },
    data: { revokedAt: deps.clock.now() },
  })
}
