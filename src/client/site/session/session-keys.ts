export const SESSION_KEY = 'session'

/** Keys of tRPC's hooks begin with the procedure's path. Referers and admins have sessions of their own; the catalog is public. */
export function isStudentQuery(key: readonly unknown[] | undefined): boolean {
  const path = key?.[0]
  const noun = Array.isArray(path) ? path[0] : null
  return noun !== 'referer' && noun !== 'admin' && noun !== 'catalog'
}
