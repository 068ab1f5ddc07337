import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import { keyOf } from '#shared/text-key.ts'

/** Which link somebody asked to be mailed. The address is as typed: nobody has looked yet whether it has an account. */
export const linkRequest = z.object({
  id: z.string(),
  kind: z.enum(['verifyEmail', 'resetStudent', 'resetReferer']),
  emailKey: z.string(),
})
export type LinkRequest = z.output<typeof linkRequest>

/** What a sealed request is bound to. */
export const LINK_REQUEST = 'accounts.mailLink'

/**
 * Leaves the looking up and the mailing to a worker, so that the answer takes as long for an address without
 * an account as for one with. The address is sealed, for queues keep their jobs for a while. Beyond the limit
 * of an account, or of whoever asks for many, nothing is asked for, and nobody is told.
 */
export async function askForLink(
  deps: Pick<Deps, 'clock' | 'limits' | 'seal' | 'queue'>,
  { kind, email, address }: { kind: LinkRequest['kind']; email: string; address: string },
): Promise<void> {
  if (!(await deps.limits.tryConsume('linkMailAddress', address))) return
  const emailKey = keyOf(email)
  const account = kind === 'resetReferer' ? 'referer' : 'student'
  if (!(await deps.limits.tryConsume('linkMail', `${account}:${emailKey}`))) return

  const request: LinkRequest = { id: newId(deps.clock.now()), kind, emailKey }
  const sealed = deps.seal.seal(JSON.stringify(request), LINK_REQUEST)
  await deps.queue.enqueue('accounts.mailLink', { sealed: Buffer.from(sealed).toString('base64url') })
}
