import { Download } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { clockTime } from '#client/lib/clock-time.ts'
import { errorText } from '#client/lib/error-text.ts'
import { LoadError } from '#client/lib/load-error.tsx'
import { saveFile } from '#client/lib/save-file.ts'
import { useStored } from '#client/lib/storage.ts'
import { findDraft, keepDraft, noteDrafts } from '#client/site/watching/drafts.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, FieldError, Textarea } from '#client/ui/field.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { noteMaxLength } from '#shared/limits.ts'
import { notesMessages } from '#shared/messages/notes.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'
import { NoteEntry } from './note-entry.tsx'
import { Questions } from './questions.tsx'
import { useFocusOfRemoved, useNotes } from './use-notes.ts'

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
  const draft = findDraft(useStored(noteDrafts), { userId, videoId })
  const field = useRef<HTMLTextAreaElement>(null)
  const [wasEmpty, setWasEmpty] = useState(false)

  useEffect(() => {
    if (!isNew) return
    field.current?.focus()
    onFocused()
  }, [isNew, onFocused])

  function write(body: string) {
    // The place is where the first letter was written, however long the sentence takes.
    keepDraft(noteDrafts, {
      userId,
      videoId,
      positionSeconds: draft?.positionSeconds ?? positionSeconds,
      body,
    })
  }

  function keep(event: FormEvent) {
    event.preventDefault()
    if (!draft || draft.body.trim() === '') {
      setWasEmpty(true)
      return field.current?.focus()
    }
    setWasEmpty(false)
    const { positionSeconds: place, body } = draft
    save.mutate({ userId, videoId, id: null, positionSeconds: place, body })
  }

  const list = notes.data ?? []
  const place = useFocusOfRemoved(list.length)
  return (
    <div className="notes">
      <form className="notes-form" onSubmit={keep}>
        <Field
          label={`Note at ${clockTime(draft?.positionSeconds ?? positionSeconds)}`}
          error={wasEmpty && !draft?.body.trim() && notesMessages.empty}
        >
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
            <FieldError>{errorText(save.error, notesMessages.notSaved)}</FieldError>
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
        <LoadError query={notes} className="notes-failed" title={notesMessages.loadFailed} />
      )}
      {notes.data && list.length === 0 && (
        <p ref={place} tabIndex={-1} className="notes-empty quiet">
          {notesMessages.noneBeside}
        </p>
      )}
      {list.length > 0 && (
        <>
          <ol ref={place} tabIndex={-1} aria-label="Notes">
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
      <Questions userId={userId} videoId={videoId} positionSeconds={positionSeconds} onSeek={onSeek} />
    </div>
  )
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
