import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/** Mails that may be sent again as they were: they carry neither a link that lets somebody in nor news of the moment. */
const REPEATABLE: readonly string[] = [
  'welcome',
  'purchase-confirmation',
  'payment-refunded',
  'refund-undone',
] as const

export function isRepeatable(template: string): boolean {
  return REPEATABLE.includes(template)
}

/**
 * Step: writes a mail of the outbox once more, with the same words and papers, to where the person reads their mail
 * now. Answers the new row's id for `nudgeMail`; null where the key was used or the mail is none of these.
 */
export async function copyMail(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { outboxId, to, dedupeKey }: { outboxId: string; to: string; dedupeKey: string },
): Promise<string | null> {
  const original = await tx.outboxMessage.findUnique({
    where: { id: outboxId },
    select: { template: true, props: true, documentIds: true },
  })
  if (!original || !isRepeatable(original.template)) return null
  const { template, props, documentIds } = original
  const now = deps.clock.now()
  const id = newId(now)
  const { count } = await tx.outboxMessage.createMany({
    data: {
      id,
      template,
      toAddress: to,
      props: props ?? {},
      documentIds,
      dedupeKey,
      status: 'queued',
      nextAttemptAt: now,
      messageId: `<${id}@${new URL(deps.config.publicUrl).hostname}>`,
      createdAt: now,
    },
    skipDuplicates: true,
  })
  return count === 1 ? id : null
}
