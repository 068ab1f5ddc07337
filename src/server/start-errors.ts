import { isOutage } from './errors.ts'
import { StartError } from './infra/start-error.ts'

const listening: Record<string, (place: string) => string> = {
  EADDRINUSE: (place) =>
    `${place} is already taken. Stop what uses it, or choose another: PORT=3001 npm start`,
  EACCES: (place) => `This user may not listen on ${place}. Choose a port above 1023: PORT=3000 npm start`,
  EADDRNOTAVAIL: (place) => `This machine does not have the address ${place}. Check HOST.`,
  ENOTFOUND: (place) => `The host name of ${place} is unknown. Check HOST.`,
}

const writing = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

/**
 * The one clear answer to why the shop did not start, for standard error and exit code 1; null for an unexpected error,
 * which deserves its stack.
 */
export function describeError(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  const isListening = 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  if (isListening) return listening[code]?.(describePlace(error)) ?? null
  const path = 'path' in error ? String(error.path) : null
  if (path && writing.has(code)) {
    return `${path} cannot be written to (${code}). Check DATA_DIR and its rights.`
  }
  return isOutage(error)
    ? 'The database stopped answering while the shop started. Start it again once it answers.'
    : null
}

const KINDS = {
  demo: ['a demo shop', 'no Stripe keys are configured'],
  test: ["a shop in Stripe's test mode", "keys of Stripe's test mode are configured"],
  live: ['a live shop', 'live Stripe keys are configured'],
} as const

type Kind = keyof typeof KINDS

const isKind = (text: string): text is Kind => text in KINDS

/** The refusal of a database that was first used for another kind of shop (requirements §2). */
export function refuseStamp(found: string, wanted: Kind): StartError {
  const [shop] = isKind(found) ? KINDS[found] : [`a ${found} shop`]
  return new StartError(
    `This database belongs to ${shop}, and ${KINDS[wanted][1]}. Each kind of payment has a database of its own: change the keys, or use another DATABASE_URL or DATA_DIR.`,
  )
}

function describePlace(error: Error): string {
  const address = 'address' in error ? String(error.address) : ''
  return 'port' in error
    ? `Port ${String(error.port)}${address ? ` of ${address}` : ''}`
    : address || 'that address'
}
