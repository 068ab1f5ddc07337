import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import { keyOf } from '#shared/text-key.ts'

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
 * address without an account as for one with. Beyond the limit of an account, or of whoever asks for many, nothing is
 * asked for, and nobody is told. A queue that is away costs nothing: the sweep finds the row.
 */
export async function askForLink(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'queue' | 'log'>,
  { kind, email, address }: { kind: LinkRequest['kind']; email: string; address: string },
): Promise<void> {
  if (!(await deps.limits.tryConsume('linkMailAddress', address))) return
  const emailKey = keyOf(email)
  const account = kind === 'resetReferer' ? 'referer' : 'student'
  if (!(await deps.limits.tryConsume('linkMail', `${account}:${emailKey}`))) return

  const now = deps.clock.now()
  const id = newId(now)
  const request: LinkRequest = { kind, emailKey }
  const requestSealed = deps.seal.seal(JSON.stringify(request), linkRequestRow(id))
  await deps.db.linkRequest.create({ data: { id, requestSealed, createdAt: now }, select: { id: true } })
  await deps.queue.enqueue('accounts.mailLink', { requestId: id }).catch((error: unknown) => {
    deps.log.warn({ err: error, requestId: id }, 'A request for a link waits for the sweep')
  })
}
