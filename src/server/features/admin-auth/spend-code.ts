import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { lockAdmin } from './lock-admin.ts'
import { isCode } from './mail-code.ts'
import { spendChallenge } from './spend-challenge.ts'
import { spendSecondWay } from './spend-second-way.ts'
import { takeTry } from './take-try.ts'

type Code = {
  adminId: string
  /** Of the challenge that is answered. */
  tokenHash: string
  authCode: string
  method: CodeMethod
  /** What to answer while tries are left: a session that is there stays signed in. */
  whenWrong: 'ADMIN_CODE_WRONG' | 'STEP_UP_CODE_WRONG'
  /** What to answer where the challenge has no tries left, is too old or used. */
  whenOver: 'ADMIN_CODE_EXPIRED' | 'STEP_UP_REQUIRED'
}

/**
 * Answers a challenge with a code of any kind: takes one of its tries, and where the code is right uses up both,
 * together with what the code is for (`act`), in one transaction.
 *
 * @throws ShopError `whenWrong` while tries are left, `whenOver` after that
 */
export async function spendCode<Done>(
  deps: Pick<Deps, 'db' | 'clock' | 'signer' | 'seal'>,
  { adminId, tokenHash, authCode, method, whenWrong, whenOver }: Code,
  act: (tx: Prisma.TransactionClient) => Promise<Done>,
): Promise<Done> {
  const taken = await takeTry(deps, tokenHash)
  if (!taken) throw new ShopError(whenOver)
  const { codeHash, triesLeft } = taken
  const refuse = () => new ShopError(triesLeft > 0 ? whenWrong : whenOver)
  if (method === 'email' && !isCode(deps, { tokenHash, authCode, codeHash })) throw refuse()

  return deps.db.$transaction(async (tx) => {
    // One at a time for an admin: of two right answers at once the second finds the challenge spent.
    if (!(await lockAdmin(tx, { adminId }))) throw new ShopError(whenOver)
    if (!(await spendChallenge(tx, deps, { tokenHash, codeHash }))) throw new ShopError(whenOver)
    if (method !== 'email' && !(await spendSecondWay(tx, deps, { adminId, method, code: authCode })))
      throw refuse()
    return act(tx)
  })
}
