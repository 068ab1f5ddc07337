import { z } from 'zod'
import type { EmailName } from '#emails/props.ts'
import { outboxRow } from '#server/features/mail/outbox.ts'
import type { TestDeps } from './deps.ts'

export type OutboxMail = { id: string; to: string; props: Record<string, unknown> }

const anyProps = z.record(z.string(), z.unknown())

/** The mails of one template in the outbox, oldest first, with their secrets opened. */
export async function readOutbox(deps: TestDeps, template: EmailName, to?: string): Promise<OutboxMail[]> {
  const rows = await deps.db.outboxMessage.findMany({
    where: { template, ...(to === undefined ? {} : { toAddress: to }) },
    orderBy: { id: 'asc' },
    select: { id: true, toAddress: true, props: true, secretsSealed: true },
  })
  return rows.map((row) => ({
    id: row.id,
    to: row.toAddress,
    props: anyProps.parse(
      row.secretsSealed ? JSON.parse(deps.seal.open(row.secretsSealed, outboxRow(row.id))) : row.props,
    ),
  }))
}

/** The token in the newest mail of a template to an address. */
export async function newestToken(deps: TestDeps, template: EmailName, to: string): Promise<string> {
  const mail = (await readOutbox(deps, template, to)).at(-1)
  return z.string().parse(mail?.props.token)
}
