import { networkMessages } from '#shared/messages/site.ts'
import { errorText } from './error-text.ts'
import { toast } from './toast.ts'

/** Says what failed, and why: the server's sentence where it gave one. */
export function toastError(title: string, error: unknown, fallback: string = networkMessages.failed): void {
  toast({ title, description: errorText(error, fallback), tone: 'bad' })
}
