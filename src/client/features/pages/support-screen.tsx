import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Page } from '#client/ui/layout.tsx'
import type { QuestionGroup } from './questions/question.ts'
import { QuestionList } from './questions/question-list.tsx'
import { QuestionSearch } from './questions/question-search.tsx'
import { questionGroups } from './questions/questions.ts'
import { searchQuestions, wordsOf } from './questions/search-questions.ts'

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
      <p className="row actions">
        <Button asChild>
          <a href={`mailto:${data.seller.email}`}>Email Support</a>
        </Button>
        <Button asChild>
          <Link to={paths.contact}>Contact</Link>
        </Button>
      </p>
      <QuestionSearch
        query={query}
        onQuery={setQuery}
        outcome={words.length === 0 ? `${count} answers` : outcomeOf(count)}
        onEnter={() => answers.current?.querySelector('summary')?.focus()}
      />
      {words.length === 0 && (
        <nav aria-label="Groups of answers" className="row topics no-print">
          {all.map(({ id, heading }) => (
            <a key={id} className="link" href={`#${id}`}>
              {heading}
            </a>
          ))}
        </nav>
      )}
      <div ref={answers} data-still={isInBrowser ? undefined : ''}>
        <QuestionList groups={found} words={words} isOpen={words.length > 0 && count <= FEW} />
      </div>
      {count === 0 && (
        <div className="question-group">
          <Empty
            headingLevel={2}
            symbol={<Search aria-hidden="true" />}
            title={`No answer holds “${query.trim()}”`}
            action={
              <Button asChild>
                <Link to={paths.contact}>Ask the instructor</Link>
              </Button>
            }
          >
            Try fewer or other words, or write.
          </Empty>
        </div>
      )}
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
