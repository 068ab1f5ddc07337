import { questionMessages } from '#shared/messages/questions.ts'
import type { QuestionsOutput } from '#shared/schemas/questions.ts'
import { NotePlace } from './note-entry.tsx'

type QuestionEntryProps = {
  question: QuestionsOutput['own'][number]
  /** Null where the video is closed. */
  onSeek: ((seconds: number) => void) | null
}

/** One of a student's own questions, with its answer once there is one. */
export function QuestionEntry({ question, onSeek }: QuestionEntryProps) {
  return (
    <li className="note-entry">
      <NotePlace seconds={question.positionSeconds} onSeek={onSeek} />
      <div className="stack">
        <p className="note-text">{question.body}</p>
        {question.answer === null ? (
          <p className="quiet small">{questionMessages.waiting}</p>
        ) : (
          <p className="note-text">
            <b>{questionMessages.answer}</b> {question.answer}
          </p>
        )}
      </div>
    </li>
  )
}
