import type { Deps } from '#server/deps.ts'

const MOST_ROWS = 1_000

/** What accounts holds on a student, without what would let somebody in (UK GDPR art. 15); null once erased. */
export async function exportAccount(deps: Pick<Deps, 'db'>, studentId: string) {
  const student = await deps.db.student.findFirst({
    where: { id: studentId, erasedAt: null },
    select: {
      id: true,
      username: true,
      email: true,
      accountType: true,
      businessName: true,
      businessNumber: true,
      isVatRegistered: true,
      vatNumber: true,
      businessAddressLine1: true,
      businessAddressLine2: true,
      businessCity: true,
      businessPostcode: true,
      businessCountry: true,
      verifiedAt: true,
      newsOptInAt: true,
      newsOptOutAt: true,
      createdAt: true,
      lastSeenAt: true,
    },
  })
  if (!student) return null
  const [sessions, links] = await Promise.all([
    deps.db.session.findMany({
      where: { studentId },
      orderBy: { createdAt: 'desc' },
      take: MOST_ROWS,
      select: { userAgent: true, createdAt: true, lastUsedAt: true, expiresAt: true, revokedAt: true },
    }),
    deps.db.oneTimeToken.findMany({
      where: { studentId },
      orderBy: { createdAt: 'desc' },
      take: MOST_ROWS,
      select: { purpose: true, email: true, createdAt: true, usedAt: true },
    }),
  ])
  return { student, sessions, links }
}
