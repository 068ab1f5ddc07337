import type { Deps } from '#server/deps.ts'
import { suppressAddress } from '#server/features/mail/suppressions.ts'
import type { MailEvent } from '#shared/schemas/mail-events.ts'

/**
 * Handles reports on delivered mail: a permanent bounce or a complaint suppresses the address and marks the recipient;
 * a delivery resolves an `unknown` recipient. A repeated report changes nothing. Returns how many it applied to.
 */
export async function handleMailEvents(
  deps: Pick<Deps, 'db' | 'clock'>,
  events: readonly MailEvent[],
): Promise<number> {
  let count = 0
  for (const event of events) count += await receive(deps, event)
  return count
}

function receive(deps: Pick<Deps, 'db' | 'clock'>, event: MailEvent): Promise<number> {
  const { type, address, messageId, detail } = event
  const now = deps.clock.now()
  return deps.db.$transaction(async (tx) => {
    const row =
      messageId === null
        ? null
        : await tx.campaignRecipient.findUnique({
            where: { messageId },
            select: { id: true, address: true },
          })
    // A report may name another address, such as the target of a forwarding mailbox.
    const meant = row?.address.includes('@') ? row.address : address
    if (type === 'delivered') {
      if (!row) return 0
      const { count } = await tx.campaignRecipient.updateMany({
        where: { id: row.id, state: 'unknown' },
        data: { state: 'sent', sentAt: now, lastError: null },
      })
      return count
    }
    if (type === 'bounced' && !event.isPermanent) return 0
    if (meant !== null) await suppressAddress(tx, { address: meant, reason: type, detail, now })
    if (row && type === 'bounced') {
      await tx.campaignRecipient.updateMany({
        where: { id: row.id, state: { in: ['sent', 'unknown'] } },
        data: { state: 'failed', lastError: `Bounced: ${detail ?? 'no reason given'}`.slice(0, 500) },
      })
    }
    return row || meant !== null ? 1 : 0
  })
}
