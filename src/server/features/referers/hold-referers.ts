import type { Prisma } from '#server/infra/prisma/client.ts'
import type { HeldReferer } from './hold-referer.ts'

/**
 * Step: holds many referers as `holdReferer` does one, always in the same order, so that two who hold some of the same
 * do not wait for each other. Answers them by id.
 */
export async function holdReferers(
  tx: Prisma.TransactionClient,
  refererIds: readonly string[],
): Promise<Map<string, HeldReferer>> {
  const rows = await tx.$queryRaw<(HeldReferer & { id: string })[]>`
    select "id", "isVatRegistered", "endedAt" from "Referer"
    where "id" = any(${[...refererIds]}::text[]) order by "id" for no key update`
  return new Map(rows.map(({ id, ...held }) => [id, held]))
}
