import { Note, type NoteProps } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { errorText } from './error-text.ts'

type LoadErrorProps = Pick<NoteProps, 'title' | 'className'> & {
  query: { error: unknown; refetch: () => unknown }
}

/** In place of what could not be loaded: why, and another try. */
export function LoadError({ query, ...look }: LoadErrorProps) {
  return (
    <Note {...look} tone="bad" actions={<Button onClick={() => void query.refetch()}>Try again</Button>}>
      {errorText(query.error, networkMessages.failed)}
    </Note>
  )
}
