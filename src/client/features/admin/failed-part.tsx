import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { failureText } from './failure-text.ts'

type FailedPartProps = { title: string; query: { error: unknown; refetch: () => unknown } }

/** A part that shows nothing where there is nothing: that it could not be asked for must be said. */
export function FailedPart({ title, query: { error, refetch } }: FailedPartProps) {
  return (
    <Note
      tone="bad"
      className="mb-9"
      title={title}
      actions={
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {failureText(error, networkMessages.failed)}
    </Note>
  )
}
