import { errorStatus, errorText } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'

/** The server's sentence; the screen's own where it gave none; and words of its own when no answer came. */
export function failureText(error: unknown, fallback: string): string {
  return errorStatus(error) === null ? adminLoginMessages.networkError : errorText(error, fallback)
}

/** Says what failed, and below it why, where the server said why. */
export function toastFailure(title: string, error: unknown): void {
  const text = failureText(error, title)
  toast({ title, ...(text !== title && { description: text }), tone: 'bad' })
}
