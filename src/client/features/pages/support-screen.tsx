import { Search } from 'lucide-react'
import {
  Fragment,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Page } from '#client/ui/layout.tsx'
import { Prose } from './prose.tsx'
import { plain, type QuestionGroup, questionGroups, searchQuestions, wordsOf } from './questions.ts'

/** So few answers are opened at once: all of them can be read without a press. */
const FEW = 3

/** The router's name for the address with which the page was opened. */
const FIRST_LOCATION = 'default'

/** The help centre (requirements §2.4). */
export function SupportScreen() {
  const data = usePageData()
  const [query, setQuery] = useState('')
  const isInBrowser = useIsInBrowser()
  const answers = useRef<HTMLDivElement>(null)
  const all = questionGroups(data)
  const words = wordsOf(query)
  const found = words.length === 0 ? all : searchQuestions(all, words)
  const count = countOf(found)
  useLinkedAnswer(() => setQuery(''))

  return (
    <Page>
      <h1>Help Center</h1>
      <p className="lede">
        Answers to what is asked most. If yours is missing, write: from your own mail, or in the form of the
        shop.
      </p>
      <QuestionSearch
        query={query}
        onQuery={setQuery}
        outcome={words.length === 0 ? `${count} answers` : outcomeOf(count)}
        onEnter={() => answers.current?.querySelector('summary')?.focus()}
      />
      <div className="support-columns">
        <div className="support-side no-print">
          {words.length === 0 && (
            <nav aria-label="Groups of answers" className="row topics">
              {all.map(({ id, heading }) => (
                <a key={id} className="link" href={`#${id}`}>
                  {heading}
                </a>
              ))}
            </nav>
          )}
          <p className="row actions">
            <Button asChild>
              <a href={`mailto:${data.seller.email}`}>Email Support</a>
            </Button>
            <LinkButton to={paths.contact}>Contact</LinkButton>
          </p>
        </div>
        <div ref={answers} data-still={isInBrowser ? undefined : ''}>
          <QuestionList groups={found} words={words} isOpen={words.length > 0 && count <= FEW} />
          {count === 0 && (
            <div className="question-group">
              <Empty
                headingLevel={2}
                symbol={<Search aria-hidden="true" />}
                title={`No answer holds “${query.trim()}”`}
                action={<LinkButton to={paths.contact}>Ask the instructor</LinkButton>}
              >
                Try fewer or other words, or write.
              </Empty>
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}

/** Opens the answer that the address names, once all are shown, and gives it the focus. */
function useLinkedAnswer(showAll: () => void) {
  const { hash, key } = useLocation()
  const [wanted, setWanted] = useState<{ id: string; isFirst: boolean } | null>(null)
  const ask = useEffectEvent(() => {
    if (!hash) return
    showAll()
    setWanted({ id: hash.slice(1), isFirst: key === FIRST_LOCATION })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` makes the same link open it again
  useEffect(() => ask(), [hash, key])
  useEffect(() => {
    const answer = wanted && document.getElementById(wanted.id)
    if (!(answer instanceof HTMLDetailsElement)) return
    answer.open = true
    // Where the page was opened at the answer, the browser has scrolled, and its reader may have gone on.
    if (wanted?.isFirst) return
    answer.scrollIntoView()
    answer.querySelector('summary')?.focus({ preventScroll: true })
  }, [wanted])
}

function countOf(groups: readonly QuestionGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0)
}

function outcomeOf(count: number): string {
  if (count === 0) return 'No answer found'
  return count === 1 ? '1 answer found' : `${count} answers found`
}

type QuestionSearchProps = {
  query: string
  onQuery: (query: string) => void
  /** How many answers are left, in words. */
  outcome: string
  onEnter: () => void
}

/**
 * Filters as one types; Enter goes to the first answer. Of no use without a script, and not shown then. The box holds
 * its own text: what was typed before the script came stays there, and is looked for.
 */
function QuestionSearch({ query, onQuery, outcome, onEnter }: QuestionSearchProps) {
  const box = useRef<HTMLInputElement>(null)
  const readTyped = useEffectEvent(() => onQuery(box.current?.value ?? ''))
  useEffect(() => readTyped(), [])
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && box.current && box.current.value !== query) box.current.value = query
    isFirst.current = false
  }, [query])
  function enter(event: SubmitEvent) {
    event.preventDefault()
    onEnter()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is not known to the browsers of a few years ago
    <form role="search" className="needs-script question-search" onSubmit={enter}>
      <TextField
        label="Search the answers"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        ref={box}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onQuery('')
        }}
        after={
          <p role="status" className="small quiet question-count">
            {outcome}
          </p>
        }
      />
    </form>
  )
}

type QuestionListProps = {
  groups: readonly QuestionGroup[]
  /** What was looked for; marked in what is shown. */
  words: readonly string[]
  /** Few enough to be read as they are. */
  isOpen: boolean
}

/** Questions that open. The browser's own element: it works before any script, and its find opens what it finds. */
function QuestionList({ groups, words, isOpen }: QuestionListProps) {
  const show = (text: string) => markHits(text, words)
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
            <span>{show(question.heading)}</span>
          </summary>
          <div className="accordion-body prose">
            <Prose text={question.text} show={show} />
          </div>
        </details>
      ))}
    </section>
  ))
}

/** The words that were looked for, marked. Of letters, figures and apostrophes: none means anything to a pattern. */
function markHits(text: string, words: readonly string[]): ReactNode {
  if (words.length === 0) return text
  const found = [...plain(text).matchAll(new RegExp(words.join('|'), 'g'))]
  if (found.length === 0) return text
  let end = 0
  return (
    <>
      {found.map(({ index, 0: { length } }) => {
        const before = text.slice(end, index)
        end = index + length
        return (
          <Fragment key={index}>
            {before}
            <mark>{text.slice(index, end)}</mark>
          </Fragment>
        )
      })}
      {text.slice(end)}
    </>
  )
}
