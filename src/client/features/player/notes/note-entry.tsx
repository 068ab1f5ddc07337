import { type FormEvent, useEffect, useRef, useState } from 'react'
import { clockTime, spokenTime } from '#client/lib/clock-time.ts'
import { errorText } from '#client/lib/error-text.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { Field, FieldError, Textarea } from '#client/ui/field.tsx'
import { noteMaxLength } from '#shared/limits.ts'
import { notesMessages } from '#shared/messages/notes.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'

type NoteEntryProps = {
  note: NoteOutput
  /** Null where the video is closed. */
  onSeek: ((seconds: number) => void) | null
  onRewrite: (body: string) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

/** One note: its time seeks, its text can be changed, and a second press removes it. */
export function NoteEntry({ note, onSeek, onRewrite, onRemove }: NoteEntryProps) {
  const [mode, setMode] = useState<'read' | 'write' | 'remove'>('read')
  const [body, setBody] = useState(note.body)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [wasEmpty, setWasEmpty] = useState(false)
  const entry = useRef<HTMLLIElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // Whether Edit takes the focus of the form that it replaces.
  const [takesFocus, setTakesFocus] = useState(false)
  const place = clockTime(note.positionSeconds)
  useEffect(() => {
    if (mode === 'write') field.current?.focus()
  }, [mode])

  function write() {
    setBody(note.body)
    setWasEmpty(false)
    setMode('write')
  }

  function read() {
    setTakesFocus(entry.current?.contains(document.activeElement) ?? false)
    setMode('read')
  }

  async function act(work: () => Promise<unknown>, otherwise: string) {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await work()
      read()
    } catch (error) {
      setError(errorText(error, otherwise))
    } finally {
      setBusy(false)
    }
  }

  function rewrite(event: FormEvent) {
    event.preventDefault()
    if (body.trim() !== '') return void act(() => onRewrite(body), notesMessages.notSaved)
    setWasEmpty(true)
    field.current?.focus()
  }

  return (
    <li ref={entry} className="note-entry">
      <NotePlace seconds={note.positionSeconds} onSeek={onSeek} />
      {mode === 'write' ? (
        <form className="stack" onSubmit={rewrite}>
          <Field
            label={`Note at ${place}`}
            error={wasEmpty && body.trim() === '' && notesMessages.editedEmpty}
          >
            <Textarea
              ref={field}
              rows={3}
              maxLength={noteMaxLength}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
          </Field>
          <div className="row">
            <Button type="submit" size="sm" loading={isBusy}>
              Save
            </Button>
            <TextButton onClick={read}>Cancel</TextButton>
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
                  onClick={() => void act(onRemove, notesMessages.notRemoved)}
                >
                  Remove for good
                </TextButton>
                <TextButton onClick={() => setMode('read')}>Keep</TextButton>
              </>
            ) : (
              <>
                <TextButton autoFocus={takesFocus} aria-label={`Edit the note at ${place}`} onClick={write}>
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

type NotePlaceProps = { seconds: number; onSeek: ((seconds: number) => void) | null }

/** A place in a video, and the way there. */
export function NotePlace({ seconds, onSeek }: NotePlaceProps) {
  if (onSeek === null) return <span className="note-place figure">{clockTime(seconds)}</span>
  return (
    <button type="button" className="note-place figure" onClick={() => onSeek(seconds)}>
      <span aria-hidden="true">{clockTime(seconds)}</span>
      <span className="visually-hidden">Go to {spokenTime(seconds)}</span>
    </button>
  )
}
