import { Download } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { clockTime, spokenTime } from '#client/features/player/parts/clock-time.ts'
import { errorText } from '#client/lib/error-text.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useStored } from '#client/lib/storage.ts'
import { trpc } from '#client/lib/trpc.ts'
import {
  findNoteDraft,
  forgetNoteDraft,
  keepNoteDraft,
  noteDrafts,
} from '#client/site/watching/note-draft.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { Field, FieldError, Textarea } from '#client/ui/field.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { noteMaxLength } from '#shared/limits.ts'
import { playerMessages } from '#shared/messages/player.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'

type NotesProps = {
  userId: string
  video: PageVideo
  positionSeconds: number
  /** The key for a new note was pressed: the field takes the focus. */
  isNew: boolean
  onFocused: () => void
  onSeek: (seconds: number) => void
}

/** A student’s notes, each with its time in the video. */
export function Notes({ userId, video, positionSeconds, isNew, onFocused, onSeek }: NotesProps) {
  const videoId = video.id
  const { notes, save, remove } = useNotes({ userId, videoId })
  const draft = findNoteDraft(useStored(noteDrafts), { userId, videoId })
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    if (!isNew) return
    field.current?.focus()
    onFocused()
  }, [isNew, onFocused])

  function write(body: string) {
    // The place is where the first letter was written, however long the sentence takes.
    keepNoteDraft({ userId, videoId, positionSeconds: draft?.positionSeconds ?? positionSeconds, body })
  }

  function keep(event: FormEvent) {
    event.preventDefault()
    if (!draft || draft.body.trim() === '') return field.current?.focus()
    const { positionSeconds: place, body } = draft
    save.mutate({ userId, videoId, id: null, positionSeconds: place, body })
  }

  const list = notes.data ?? []
  return (
    <div className="notes">
      <form className="notes-form" onSubmit={keep}>
        <Field label={`Note at ${clockTime(draft?.positionSeconds ?? positionSeconds)}`}>
          <Textarea
            ref={field}
            rows={3}
            maxLength={noteMaxLength}
            value={draft?.body ?? ''}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep(event)
            }}
          />
        </Field>
        {save.error && (
          <div role="alert">
            <FieldError>{errorText(save.error, playerMessages.noteNotSaved)}</FieldError>
          </div>
        )}
        <Button type="submit" size="sm" loading={save.isPending}>
          Save note
        </Button>
      </form>
      {notes.isPending && (
        <div className="notes-pending">
          <Loading label={networkMessages.loading} />
          <Skeleton width="wide" />
          <Skeleton width="narrow" />
        </div>
      )}
      {notes.error && !notes.data && (
        <div className="notes-form" role="alert">
          <p>{errorText(notes.error, networkMessages.failed)}</p>
          <Button size="sm" onClick={() => void notes.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {notes.data && list.length === 0 && <p className="notes-empty quiet">{playerMessages.noNotes}</p>}
      {list.length > 0 && (
        <>
          <ol aria-label="Notes">
            {list.map((note) => (
              <NoteEntry
                key={note.id}
                note={note}
                onSeek={onSeek}
                onRewrite={(body) => save.mutateAsync({ ...note, userId, body })}
                onRemove={() => remove.mutateAsync({ userId, id: note.id })}
              />
            ))}
          </ol>
          <div className="notes-form">
            <Button
              size="sm"
              onClick={() =>
                saveFile(
                  new Blob([notesText(video.title, list)], { type: 'text/plain;charset=utf-8' }),
                  notesFileName(video.slug),
                )
              }
            >
              <Download aria-hidden="true" />
              Save all as text
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** A student's notes on a video, and what can be done with them. */
function useNotes({ userId, videoId }: { userId: string; videoId: number }) {
  const utils = trpc.useUtils()
  const notes = trpc.progress.notes.useQuery({ userId, videoId })
  const refresh = { onSuccess: () => utils.progress.notes.invalidate({ userId, videoId }) }
  return {
    notes,
    save: trpc.progress.saveNote.useMutation({
      onSuccess(_, sent) {
        if (sent.id == null) forgetNoteDraft(sent)
        return refresh.onSuccess()
      },
    }),
    remove: trpc.progress.removeNote.useMutation(refresh),
  }
}

/** A student's notes on a video as a text file: each with its place, in the order of the video. */
export function notesText(title: string, notes: readonly NoteOutput[]): string {
  const entries = notes.map(({ positionSeconds, body }) => `${clockTime(positionSeconds)}\n${body}\n`)
  return [`${title}: notes\n`, ...entries].join('\n')
}

/** "navigation-notes.txt" */
export function notesFileName(slug: string): string {
  return `${slug}-notes.txt`
}

type NoteEntryProps = {
  note: NoteOutput
  onSeek: (seconds: number) => void
  onRewrite: (body: string) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

/** One note: its time seeks, its text can be changed, and a second press removes it. */
function NoteEntry({ note, onSeek, onRewrite, onRemove }: NoteEntryProps) {
  const [mode, setMode] = useState<'read' | 'write' | 'remove'>('read')
  const [body, setBody] = useState(note.body)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const place = clockTime(note.positionSeconds)
  useEffect(() => {
    if (mode === 'write') field.current?.focus()
  }, [mode])

  async function act(work: () => Promise<unknown>, otherwise: string) {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await work()
      setMode('read')
    } catch (error) {
      setError(errorText(error, otherwise))
    } finally {
      setBusy(false)
    }
  }

  function rewrite(event: FormEvent) {
    event.preventDefault()
    if (body.trim() !== '') void act(() => onRewrite(body), playerMessages.noteNotSaved)
  }

  return (
    <li className="note-entry">
      <button type="button" className="note-place figure" onClick={() => onSeek(note.positionSeconds)}>
        <span aria-hidden="true">{place}</span>
        <span className="visually-hidden">Go to {spokenTime(note.positionSeconds)}</span>
      </button>
      {mode === 'write' ? (
        <form className="stack" onSubmit={rewrite}>
          <Textarea
            ref={field}
            rows={3}
            aria-label={`Note at ${place}`}
            maxLength={noteMaxLength}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <div className="row">
            <Button type="submit" size="sm" loading={isBusy}>
              Save
            </Button>
            <TextButton
              onClick={() => {
                setBody(note.body)
                setMode('read')
              }}
            >
              Cancel
            </TextButton>
          </div>
        </form>
      ) : (
        <div>
          <p className="note-text">{note.body}</p>
          <div className="row small">
            {mode === 'remove' ? (
              <>
                <TextButton
                  aria-disabled={isBusy}
                  onClick={() => void act(onRemove, playerMessages.noteNotRemoved)}
                >
                  Remove for good
                </TextButton>
                <TextButton onClick={() => setMode('read')}>Keep</TextButton>
              </>
            ) : (
              <>
                <TextButton aria-label={`Edit the note at ${place}`} onClick={() => setMode('write')}>
                  Edit
                </TextButton>
                <TextButton aria-label={`Remove the note at ${place}`} onClick={() => setMode('remove')}>
                  Remove
                </TextButton>
              </>
            )}
          </div>
        </div>
      )}
      {error && (
        <div role="alert" className="note-error">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </li>
  )
}
