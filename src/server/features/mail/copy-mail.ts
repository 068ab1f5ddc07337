import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { writeMail } from './queue-mail.ts'

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
 * now. Answers the new row's id for `nudgeMail`; null where the key was used, the mail is none of
 * these or the person has been erased.
 */
export async function copyMail(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { outboxId, to, dedupeKey }: { outboxId: string; to: string; dedupeKey: string },
): Promise<string | null> {
  const original = await tx.outboxMessage.findUnique({
    where: { id: outboxId },
    select: { template: true, props: true, documentIds: true },
  })
  if (!original || !isRepeatable(original.template)) return null
  const { template, props, documentIds } = original
  return writeMail(tx, deps, { template, to, props: props ?? {}, secrets: null, documentIds, dedupeKey })
}
