import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

/**
 * Asks a signed-in person for the password again before something that a stolen session must not do. It gets ten tries in
 * 15 minutes, counted apart from sign-in, so that nobody outside can use the tries up.
 *
 * @throws ShopError RATE_LIMITED, CURRENT_PASSWORD_WRONG, NOT_SIGNED_IN where `find` has nobody any more
 */
export async function checkCurrentPassword<Person extends { passwordHash: string }>(
  deps: Pick<Deps, 'passwords' | 'limits'>,
  { id, password, find }: { id: string; password: string; find: () => Promise<Person | null> },
): Promise<Person> {
  const key = `again:${id}`
  await deps.limits.consume('signInAccount', key)
  const person = await find()
  if (!person) throw new ShopError('NOT_SIGNED_IN')
  if (!(await deps.passwords.verify(person.passwordHash, password))) {
    throw new ShopError('CURRENT_PASSWORD_WRONG')
  }
  await deps.limits.reset('signInAccount', key)
  return person
}
