export const SESSION_KEY = 'session'

/** Keys of tRPC's hooks begin with the procedure's path; referers and admins are known by other means. */
export function isStudentQuery(key: readonly unknown[] | undefined): boolean {
  const path = key?.[0]
  const noun = Array.isArray(path) ? path[0] : null
  return noun !== 'referer' && noun !== 'admin'
}
