import { StartError } from './start-error.ts'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'that host is unknown',
  EAI_AGAIN: 'that host is unknown at the moment',
  ETIMEDOUT: 'it did not answer in time',
  ECONNRESET: 'it closed the connection',
  '28P01': 'user name or password is wrong',
  '28000': 'this user may not sign in',
  '3D000': 'that database does not exist',
  '42501': 'this user may not change its tables',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
}

/** Why a first connection to the database failed, in one sentence that names the place and never the password. */
export function databaseError(url: string, cause: unknown): StartError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : 'no reason was given')
  return new StartError(`The database at ${placeOf(url)} cannot be used: ${reason}. Check DATABASE_URL.`, {
    cause,
  })
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`
}
