import type { Deps } from '#server/deps.ts'
import { hashToken, newToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { unsubscribeUrl } from './preview-mail.ts'

/** Step: a link by which a student who is reminded of something refuses such mail without signing in. */
export async function createUnsubscribeLink(
  tx: Prisma.TransactionClient,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { studentId }: { studentId: string },
): Promise<string> {
  const token = newToken()
  await tx.unsubscribeLink.create({
    data: { tokenHash: hashToken(token), studentId, createdAt: clock.now() },
    select: { tokenHash: true },
  })
  return unsubscribeUrl(config.publicUrl, token)
}
