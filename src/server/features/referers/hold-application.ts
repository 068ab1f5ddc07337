import { ShopError } from '#server/errors.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: holds an application that waits for a decision. Who comes second, by another click or as another admin,
 * waits here and then finds it decided.
 *
 * @throws ShopError APPLICATION_NOT_FOUND, APPLICATION_DECIDED
 */
export async function holdApplication(tx: Prisma.TransactionClient, id: string) {
  await tx.$queryRaw`select 1 from "RefererApplication" where "id" = ${id} for update`
  const application = await tx.refererApplication.findUnique({ where: { id } })
  if (!application) throw new ShopError('APPLICATION_NOT_FOUND')
  if (application.status !== 'pending') throw new ShopError('APPLICATION_DECIDED')
  return application
}

export type HeldApplication = Awaited<ReturnType<typeof holdApplication>>

type Decision = {
  id: string
  status: 'approved' | 'rejected'
  adminId: string
  adminNotes: string | null
  refererId: string | null
  now: Date
}

/** Step: writes a decision into an application, once. Its password is the referer's now, or nobody's. */
export async function writeDecision(
  tx: Prisma.TransactionClient,
  { id, status, adminId, adminNotes, refererId, now }: Decision,
): Promise<void> {
  const { count } = await tx.refererApplication.updateMany({
    where: { id, status: 'pending' },
    data: { status, adminNotes, refererId, decidedAt: now, decidedById: adminId, passwordHash: '' },
  })
  if (count !== 1) throw new ShopError('APPLICATION_DECIDED')
}
