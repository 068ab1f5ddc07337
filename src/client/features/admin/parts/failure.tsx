import { errorStatus, errorText } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { Note, type NoteProps } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'

type FailedPartProps = Pick<NoteProps, 'title' | 'className'> & {
  query: { error: unknown; refetch: () => unknown }
}

export function FailedPart({ query: { error, refetch }, ...look }: FailedPartProps) {
  return (
    <Note
      {...look}
      tone="bad"
      actions={errorStatus(error) !== 404 && <Button onClick={() => void refetch()}>Try again</Button>}
    >
      {failureText(error, networkMessages.failed)}
    </Note>
  )
}

/** The server's sentence; the screen's own where it gave none; and words of its own when no answer came. */
export function failureText(error: unknown, fallback: string): string {
  return errorStatus(error) === null ? adminLoginMessages.networkError : errorText(error, fallback)
}

/** Says what failed, and below it why, where the server said why. */
export function toastFailure(title: string, error: unknown): void {
  const text = failureText(error, title)
  toast({ title, ...(text !== title && { description: text }), tone: 'bad' })
}
