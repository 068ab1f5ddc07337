import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { hashToken, newId } from '#server/infra/ids.ts'
import { keyOf } from '#shared/text/text-key.ts'

/** Which link somebody asked to be mailed. The address is as typed: nobody has looked yet whether it has an account. */
export const linkRequest = z.object({
  kind: z.enum(['verifyEmail', 'resetStudent', 'resetReferer']),
  emailKey: z.string(),
})
export type LinkRequest = z.output<typeof linkRequest>

/** What the seal of a request is bound to. */
export function linkRequestRow(id: string): string {
  return `LinkRequest:${id}`
}

/**
 * Writes the request down and leaves the looking up and the mailing to a worker, so that the answer takes as long for an
 * address without an account as for one with. A queue that is away costs nothing: the sweep finds the row.
 */
export async function askForLink(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'queue' | 'log'>,
  { kind, email, address }: { kind: LinkRequest['kind']; email: string; address: string },
): Promise<void> {
  const emailKey = keyOf(email)
  if (!(await mayAsk(deps, { kind, emailKey, address }))) return

  const now = deps.clock.now()
  const id = newId(now)
  const request: LinkRequest = { kind, emailKey }
  const requestSealed = deps.seal.seal(JSON.stringify(request), linkRequestRow(id))
  await deps.db.linkRequest.create({ data: { id, requestSealed, createdAt: now }, select: { id: true } })
  await deps.queue.enqueue('accounts.mailLink', { requestId: id }).catch((error: unknown) => {
    deps.log.warn({ err: error, requestId: id }, 'A request for a link waits for the sweep')
  })
}

/**
 * Beyond a limit nothing is asked for, and nobody is told. Each kind of link counts by itself, and for as long as a reset
 * link works: a stranger who asks again and again leaves the owner with mails and not without.
 */
async function mayAsk(
  { limits }: Pick<Deps, 'limits'>,
  { kind, emailKey, address }: LinkRequest & { address: string },
): Promise<boolean> {
  // A digest, since the row outlives an account that is erased.
  const account = hashToken(`${kind}:${emailKey}`)
  return (
    (await limits.tryConsume('linkMailAddress', address)) &&
    (await limits.tryConsume('linkMail', `${account}:${address}`)) &&
    (await limits.tryConsume('linkMailAccount', account))
  )
}
