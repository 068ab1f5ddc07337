import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { FailedPart, toastFailure } from '#client/features/admin/parts/failure.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'
import { Box } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { answerMaxLength } from '#shared/limits.ts'
import { adminQuestionMessages, questionMessages } from '#shared/messages/questions.ts'
import type { AdminQuestion } from '#shared/schemas/questions.ts'

/** What students asked beside the videos, and the answers. */
export function QuestionsScreen() {
  return (
    <AdminFrame title={adminQuestionMessages.title}>
      <QuestionList
        state="open"
        heading={adminQuestionMessages.open}
        empty={adminQuestionMessages.noneOpen}
      />
      <QuestionList
        state="answered"
        heading={adminQuestionMessages.answered}
        empty={adminQuestionMessages.noneAnswered}
      />
    </AdminFrame>
  )
}

type QuestionListProps = { state: 'open' | 'answered'; heading: string; empty: string }

function QuestionList({ state, heading, empty }: QuestionListProps) {
  const list = trpc.admin.questions.list.useQuery({ state }, { staleTime: 0 })
  return (
    <section className="page-part" aria-label={heading}>
      <h2 className="admin-heading">{heading}</h2>
      {list.isPending && <Skeleton />}
      {list.isError && !list.data && <FailedPart query={list} />}
      {list.data?.questions.length === 0 && <p className="quiet">{empty}</p>}
      <ul className="stack">
        {list.data?.questions.map((question) => (
          <li key={question.id}>
            <QuestionEntry question={question} />
          </li>
        ))}
      </ul>
      {list.data?.hasMore && <p className="list-note small quiet">There are more.</p>}
    </section>
  )
}

function QuestionEntry({ question }: { question: AdminQuestion }) {
  const { studentId, username, videoTitle, positionSeconds, createdAt, body, answer, note } = question
  return (
    <Box className="stack">
      <p className="quiet small">
        {videoTitle}, {placeOf(positionSeconds)}. <Link to={paths.adminStudent(studentId)}>{username}</Link>,{' '}
        {formatMinute(createdAt)}
      </p>
      <p className="note-text">{body}</p>
      {answer === null ? (
        <AnswerForm question={question} />
      ) : (
        <>
          <p className="note-text">
            <b>{adminQuestionMessages.answerLabel}:</b> {answer}
          </p>
          {note && <SharedNote id={note.id} body={note.body} />}
        </>
      )}
    </Box>
  )
}

/** "1:18", as beside the video. */
function placeOf(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

function AnswerForm({ question: { id, username } }: { question: AdminQuestion }) {
  const utils = trpc.useUtils()
  const [answer, setAnswer] = useState('')
  const [isShared, setShared] = useState(false)
  const [note, setNote] = useState('')
  const [wasEmpty, setWasEmpty] = useState(false)
  const answerField = useRef<HTMLTextAreaElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const send = useMutation({
    mutationFn: () =>
      utils.client.admin.questions.answer.mutate({ id, answer, note: isShared ? note : null }),
    onSuccess: () => toast({ title: adminQuestionMessages.sent, tone: 'good' }),
    onError: (error) => toastFailure(adminQuestionMessages.failed, error),
    onSettled: () => Promise.all([utils.admin.questions.invalidate(), utils.admin.attention.invalidate()]),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const empty = [
      ...(answer.trim() === '' ? [answerField] : []),
      ...(isShared && note.trim() === '' ? [noteField] : []),
    ]
    if (empty.length === 0) return send.mutate()
    setWasEmpty(true)
    empty[0]?.current?.focus()
  }

  const errorOf = (text: string) => wasEmpty && text.trim() === '' && questionMessages.answerEmpty

  return (
    <form className="form" onSubmit={submit} aria-label={`${adminQuestionMessages.answerLabel}: ${username}`}>
      <Field label={adminQuestionMessages.answerLabel} error={errorOf(answer)}>
        <Textarea
          ref={answerField}
          rows={4}
          maxLength={answerMaxLength}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
      </Field>
      <Checkbox
        label={adminQuestionMessages.shareLabel}
        checked={isShared}
        onChange={(event) => {
          setShared(event.currentTarget.checked)
          if (note === '') setNote(answer)
        }}
      />
      {isShared && (
        <Field label={adminQuestionMessages.noteLabel} error={errorOf(note)}>
          <Textarea
            ref={noteField}
            rows={4}
            maxLength={answerMaxLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
      )}
      <div className="actions">
        <Button type="submit" loading={send.isPending}>
          {adminQuestionMessages.send}
        </Button>
      </div>
    </form>
  )
}

function SharedNote({ id, body }: { id: string; body: string }) {
  const utils = trpc.useUtils()
  const remove = useMutation({
    mutationFn: () => utils.client.admin.questions.removeNote.mutate({ id }),
    onSuccess: () => toast({ title: adminQuestionMessages.noteRemoved, tone: 'good' }),
    onError: (error) => toastFailure(adminQuestionMessages.removeFailed, error),
    onSettled: () => void utils.admin.questions.invalidate(),
  })
  return (
    <>
      <p className="note-text">
        <b>{adminQuestionMessages.shown}</b> {body}
      </p>
      <div className="actions">
        <Button size="sm" loading={remove.isPending} onClick={() => remove.mutate()}>
          {adminQuestionMessages.removeNote}
        </Button>
      </div>
    </>
  )
}
