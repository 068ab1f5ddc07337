import { Note, type NoteProps } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { errorReference, errorText } from './error-text.ts'

type LoadErrorProps = Pick<NoteProps, 'title' | 'className'> & {
  query: { error: unknown; refetch: () => unknown }
}

/** In place of what could not be loaded: why, under which name the server's log has it, and another try. */
export function LoadError({ query, ...look }: LoadErrorProps) {
  const reference = errorReference(query.error)
  return (
    <Note {...look} tone="bad" actions={<Button onClick={() => void query.refetch()}>Try again</Button>}>
      <p>{errorText(query.error, networkMessages.failed)}</p>
      {reference && <p>Reference: {reference}</p>}
    </Note>
  )
}
