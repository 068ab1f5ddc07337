import { Marked } from './marked.tsx'
import type { QuestionGroup } from './question.ts'

type QuestionListProps = {
  groups: readonly QuestionGroup[]
  /** What was looked for; marked in what is shown. */
  words: readonly string[]
  /** Few enough to be read as they are. */
  isOpen: boolean
}

/** Questions that open. The browser's own element: it works before any script, and its find opens what it finds. */
export function QuestionList({ groups, words, isOpen }: QuestionListProps) {
  return groups.map(({ id, heading, questions }) => (
    <section key={id} className="question-group" aria-labelledby={id}>
      <h2 id={id} className="part-heading question-group-heading">
        {heading}
      </h2>
      {questions.map((question) => (
        <details
          className="accordion-item question"
          key={`${question.id} ${isOpen}`}
          id={question.id}
          open={isOpen}
        >
          <summary className="accordion-trigger chevron">
            <span>
              <Marked words={words}>{question.heading}</Marked>
            </span>
          </summary>
          <div className="accordion-body prose">
            <Marked words={words}>{question.content}</Marked>
          </div>
        </details>
      ))}
    </section>
  ))
}
