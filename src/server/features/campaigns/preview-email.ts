import type { EmailName } from '#emails/index.ts'
import { type RenderedEmail, renderEmail } from '#emails/render.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { exampleOf, titleOf } from './list-emails.ts'

/**
 * One mail of the shop, rendered with its sample data.
 *
 * @throws ShopError NOT_FOUND where the shop has no such mail
 */
export async function previewEmail(
  deps: Pick<Deps, 'config'>,
  asked: string,
): Promise<RenderedEmail & { name: string; title: string }> {
  const { EMAILS } = await import('#emails/index.ts')
  const name = Object.keys(EMAILS).find((known): known is EmailName => known === asked)
  if (name === undefined) throw new ShopError('NOT_FOUND')
  return { name, title: titleOf(name), ...(await renderEmail(name, exampleOf(deps, name, EMAILS))) }
}
