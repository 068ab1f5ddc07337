import { TRPCClientError } from '@trpc/client'
import { isRefusalCode } from '#shared/error-code.ts'
import type { ShopErrorCode } from '#shared/errors.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { isOffline } from './connection.ts'

/** A refusal with words of its own, or a check of the form, which has the field's words. */
export type ErrorCode = ShopErrorCode

/**
 * What to tell a person: the server's sentence where the server refused with one, else the screen's own
 * `fallback` (requirements §8); offline is called so. No library's words get through.
 */
export function errorText(error: unknown, fallback: string): string {
  if (errorCode(error) !== null && error instanceof Error) return error.message
  return errorStatus(error) === null && isOffline() ? networkMessages.offline : fallback
}

/** The server's code for a refusal; null when the server was not reached, or was at error itself. */
export function errorCode(error: unknown): ErrorCode | null {
  const code = wireData(error)?.code
  return isRefusalCode(code) ? code : null
}

/** The HTTP status; null when no answer came. */
export function errorStatus(error: unknown): number | null {
  const status = wireData(error)?.httpStatus
  return typeof status === 'number' ? status : null
}

/** How the shop's log calls the request that failed; null where the error was not the server's. */
export function errorReference(error: unknown): string | null {
  const requestId = wireData(error)?.requestId
  return typeof requestId === 'string' ? requestId : null
}

/** The field of the form that a refused input belongs to. */
export function errorField(error: unknown): string | null {
  const field = wireData(error)?.field
  return typeof field === 'string' ? field : null
}

function wireData(error: unknown): Record<string, unknown> | null {
  if (!(error instanceof TRPCClientError)) return null
  const data: unknown = error.data
  return isRecord(data) ? data : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
