import type { Deps, Tx } from '#server/deps.ts'
import { hashToken, newId } from '#server/infra/ids.ts'

export type TokenOwner = { studentId: string } | { refererId: string } | { adminId: string }

type NewToken = {
  purpose: 'verifyEmail' | 'resetPassword' | 'changeEmail'
  owner: Exclude<TokenOwner, { adminId: string }>
  /** The address it is mailed to. */
  email: string
  token: string
  createdAt: Date
  expiresAt: Date
}

/** Step: stores the hash of a token that is mailed, and returns the id of its row. */
export async function createToken(tx: Tx, { owner, token, ...rest }: NewToken): Promise<string> {
  const id = newId(rest.createdAt)
  await tx.oneTimeToken.create({
    data: { id, tokenHash: hashToken(token), ...owner, ...rest },
    select: { id: true },
  })
  return id
}

/** Step: consumes a token. False where it is used, revoked or expired by now. */
export async function consumeToken(tx: Tx, deps: Pick<Deps, 'clock'>, id: string): Promise<boolean> {
  const now = deps.clock.now()
  const { count } = await tx.oneTimeToken.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  return count === 1
}

/** Step: revokes the mailed tokens of a person; all of them, or those of one purpose. */
export async function revokeTokens(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  owner: TokenOwner,
  purpose?: 'changeEmail',
): Promise<void> {
  await tx.oneTimeToken.updateMany({
    where: { ...owner, ...(purpose && { purpose }), usedAt: null },
    data: { usedAt: deps.clock.now() },
  })
}

/** Step: deletes the tokens that expired before a moment. */
export async function deleteOldTokens({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.oneTimeToken.deleteMany({ where: { expiresAt: { lt: before } } })
}
