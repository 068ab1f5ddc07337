import { adminLoginMessages } from '#shared/messages/admin.ts'
import { errorStatus, errorText } from '../../lib/error-text.ts'

/** The server's sentence; the screen's own where it gave none; and words of its own when no answer came. */
export function failureText(error: unknown, fallback: string): string {
  return errorStatus(error) === null ? adminLoginMessages.networkError : errorText(error, fallback)
}
