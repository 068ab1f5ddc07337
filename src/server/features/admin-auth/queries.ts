import type { Deps } from '#server/deps.ts'
import type { AdminSession } from '#server/features/accounts/queries.ts'
import { columns } from '#server/infra/columns.ts'

const MOST_ROWS = 200

/** The challenge of a sign-in, expired and used ones too; null when unknown or its admin is disabled. */
export function findChallenge({ db }: Pick<Deps, 'db'>, tokenHash: string) {
  return db.adminChallenge.findFirst({
    where: { tokenHash, admin: { disabledAt: null } },
    select: { adminId: true, admin: { select: { email: true, emailKey: true, passwordHash: true } } },
  })
}

/** An admin who is not disabled; else null. */
export function findAdmin({ db }: Pick<Deps, 'db'>, adminId: string) {
  return db.admin.findFirst({ where: { id: adminId, disabledAt: null }, select: { email: true } })
}

/** An admin's authenticator app, if any, and how many recovery codes are left. */
export async function findAuthenticator({ db }: Pick<Deps, 'db'>, adminId: string) {
  const { totpAddedAt, _count } = await db.admin.findUniqueOrThrow({
    where: { id: adminId },
    select: { totpAddedAt: true, _count: { select: { recoveryCodes: { where: { usedAt: null } } } } },
  })
  return { addedAt: totpAddedAt, recoveryCodesLeft: _count.recoveryCodes }
}

export type SignedInAdmin = { email: string; stepUpAt: Date | null }

/** The admin of a session; null without a session. */
export async function findSignedIn(deps: Pick<Deps, 'db'>, session: AdminSession | null) {
  const admin = session && (await findAdmin(deps, session.adminId))
  return admin && { email: admin.email, stepUpAt: session.stepUpAt }
}

export type AdminSessionRow = Awaited<ReturnType<typeof listSessions>>[number]

/** An admin's valid sessions, the last used first. */
export function listSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, adminId: string) {
  return db.session.findMany({
    where: { adminId, revokedAt: null, expiresAt: { gt: clock.now() } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS,
    select: { id: true, userAgent: true, createdAt: true, lastUsedAt: true, expiresAt: true },
  })
}

/** Every admin for the terminal, oldest first, with the number of valid sessions. */
export async function listAdmins({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return db.admin.findMany({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MOST_ROWS,
    select: {
      ...columns('email', 'createdAt', 'disabledAt'),
      _count: { select: { sessions: { where: { revokedAt: null, expiresAt: { gt: clock.now() } } } } },
    },
  })
}
