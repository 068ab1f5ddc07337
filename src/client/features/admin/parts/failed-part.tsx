import { Note, type NoteProps } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { failureText } from './failure-text.ts'

type FailedPartProps = Pick<NoteProps, 'title' | 'className'> & {
  query: { error: unknown; refetch: () => unknown }
}

/** What stands in place of a part that could not be loaded. */
export function FailedPart({ query: { error, refetch }, ...look }: FailedPartProps) {
  return (
    <Note {...look} tone="bad" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
      {failureText(error, networkMessages.failed)}
    </Note>
  )
}
