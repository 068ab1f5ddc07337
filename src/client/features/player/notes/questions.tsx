import { type FormEvent, useEffect, useRef, useState } from 'react'
import { clockTime } from '#client/lib/clock-time.ts'
import { errorText } from '#client/lib/error-text.ts'
import { LoadError } from '#client/lib/load-error.tsx'
import { useStored } from '#client/lib/storage.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { findDraft, forgetDraft, keepDraft, questionDrafts } from '#client/site/watching/drafts.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { Field, FieldError, Textarea } from '#client/ui/field.tsx'
import { questionMaxLength } from '#shared/limits.ts'
import { questionMessages } from '#shared/messages/questions.ts'
import { NotePlace } from './note-entry.tsx'
import { QuestionEntry } from './question-entry.tsx'

type QuestionsProps = {
  userId: string
  videoId: number
  positionSeconds: number
  onSeek: (seconds: number) => void
}

/** What the instructor wrote for all, one's own questions with their answers, and the way to ask another. */
export function Questions({ userId, videoId, positionSeconds, onSeek }: QuestionsProps) {
  const questions = trpc.progress.questions.useQuery({ userId, videoId })
  const { data, error } = questions
  return (
    <>
      {error && !data && (
        <LoadError query={questions} className="notes-failed" title={questionMessages.loadFailed} />
      )}
      {data && data.notes.length > 0 && (
        <section aria-labelledby="instructor-notes">
          <h3 id="instructor-notes" className="notes-heading">
            {questionMessages.forAll}
          </h3>
          <ol>
            {data.notes.map((note) => (
              <li className="note-entry" key={note.id}>
                <NotePlace seconds={note.positionSeconds} onSeek={onSeek} />
                <p className="note-text">{note.body}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {data && data.own.length > 0 && (
        <section aria-labelledby="own-questions">
          <h3 id="own-questions" className="notes-heading">
            {questionMessages.own}
          </h3>
          <ol>
            {data.own.map((question) => (
              <QuestionEntry key={question.id} question={question} onSeek={onSeek} />
            ))}
          </ol>
        </section>
      )}
      <AskForm userId={userId} videoId={videoId} positionSeconds={positionSeconds} />
    </>
  )
}

/** Opened at the second that is asked about, which stays while the question is written. */
function AskForm({ userId, videoId, positionSeconds }: Omit<QuestionsProps, 'onSeek'>) {
  const body = findDraft(useStored(questionDrafts), { userId, videoId })?.body ?? ''
  const [place, setPlace] = useState(
    () => findDraft(questionDrafts.read(), { userId, videoId })?.positionSeconds ?? null,
  )
  // Whether what a press puts here takes the focus of what it replaced.
  const [takesFocus, setTakesFocus] = useState(false)
  const [wasEmpty, setWasEmpty] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // The focus alone would leave Send below the end of the window.
  useEffect(() => {
    if (takesFocus && place !== null) form.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus, place])
  const utils = trpc.useUtils()
  const ask = trpc.progress.ask.useMutation({
    async onSuccess(_, sent) {
      forgetDraft(questionDrafts, sent)
      if (findDraft(questionDrafts.read(), sent) === null) close()
      toast({ title: questionMessages.sent, tone: 'good' })
      await utils.progress.questions.invalidate({ userId, videoId })
    },
  })

  function open() {
    setTakesFocus(true)
    setWasEmpty(false)
    setPlace(positionSeconds)
  }

  function close() {
    setTakesFocus(form.current?.contains(document.activeElement) ?? false)
    setPlace(null)
  }

  if (place === null) {
    return (
      <div className="notes-form">
        <Button size="sm" autoFocus={takesFocus} onClick={open}>
          {questionMessages.ask}
        </Button>
      </div>
    )
  }

  const question = { userId, videoId, positionSeconds: place }

  function send(event: FormEvent) {
    event.preventDefault()
    if (body.trim() !== '') return ask.mutate({ ...question, body })
    setWasEmpty(true)
    field.current?.focus()
  }

  return (
    <form ref={form} className="notes-form" onSubmit={send}>
      <Field
        label={questionMessages.label(clockTime(place))}
        hint={questionMessages.hint}
        error={wasEmpty && body.trim() === '' && questionMessages.empty}
      >
        <Textarea
          ref={field}
          autoFocus={takesFocus}
          rows={3}
          maxLength={questionMaxLength}
          value={body}
          onChange={(event) => keepDraft(questionDrafts, { ...question, body: event.currentTarget.value })}
        />
      </Field>
      {ask.error && (
        <div role="alert">
          <FieldError>{errorText(ask.error, questionMessages.notSent)}</FieldError>
        </div>
      )}
      <div className="row">
        <Button type="submit" size="sm" loading={ask.isPending}>
          {questionMessages.send}
        </Button>
        <TextButton
          onClick={() => {
            keepDraft(questionDrafts, { ...question, body: '' })
            close()
          }}
        >
          Cancel
        </TextButton>
      </div>
    </form>
  )
}
