import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clockTime, spokenTime } from '#client/lib/clock-time.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/field.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Cue } from '#shared/catalog/vtt.ts'
import { cueAt } from './captions.ts'
import { Marked } from './marked.tsx'

type TranscriptProps = {
  cues: readonly Cue[]
  /** Of a free piece: few sentences, too few to search. */
  isPiece?: boolean
  positionSeconds: number
  onSeek: (seconds: number) => void
}

/** The captions as sentences: the list follows the video, can be searched, and a press seeks. */
export function Transcript({ cues, isPiece = false, positionSeconds, onSeek }: TranscriptProps) {
  const [query, setQuery] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const list = useRef<HTMLOListElement>(null)
  const lines = useMemo(() => transcriptLines(cues), [cues])
  const now = cueAt(lines, positionSeconds)
  const isSearching = query.trim() !== ''
  const shown = lines
    .map((line, index) => ({ ...line, index, pieces: splitAtHits(line.text, query) }))
    .filter(({ pieces }) => !isSearching || pieces.length > 1)

  useEffect(() => {
    const entry = list.current?.children[now]
    if (!isFollowing || isSearching || !(entry instanceof HTMLElement) || !list.current) return
    list.current.scrollTop = entry.offsetTop - list.current.clientHeight / 3
  }, [now, isFollowing, isSearching])

  function goTo(seconds: number) {
    setFollowing(true)
    onSeek(seconds)
  }

  return (
    <div className="transcript">
      <div className="transcript-head">
        {!isPiece && (
          <div className="transcript-search">
            <Search className="symbol" aria-hidden="true" />
            <Input
              type="search"
              aria-label="Search the transcript"
              placeholder="Search"
              value={query}
              onChange={(event) => {
                setQuery(event.currentTarget.value)
                if (list.current) list.current.scrollTop = 0
              }}
              onKeyDown={(event) => {
                const first = shown[0]
                if (event.key === 'Enter' && isSearching && first) goTo(first.startSeconds)
              }}
            />
          </div>
        )}
        {!isFollowing && !isSearching && (
          <Button size="sm" onClick={() => setFollowing(true)}>
            Follow the film
          </Button>
        )}
        <p className={clsx('small', !isSearching && 'visually-hidden')} role="status">
          {isSearching && countText(shown.length)}
        </p>
      </div>
      <ol ref={list} onWheel={() => setFollowing(false)} onTouchMove={() => setFollowing(false)}>
        {shown.map(({ startSeconds, index, pieces }) => (
          <li key={startSeconds}>
            <button
              type="button"
              className="transcript-line"
              aria-current={index === now || undefined}
              onClick={() => goTo(startSeconds)}
            >
              <span className="figure" aria-hidden="true">
                {clockTime(startSeconds)}
              </span>
              <VisuallyHidden>{spokenTime(startSeconds)}: </VisuallyHidden>
              <span>
                <Marked pieces={pieces} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found. Try one word of it.'
  return count === 1 ? '1 sentence' : `${count} sentences`
}

const SENTENCE_END = /[.?!][”’"')]*$/
/** Captions without full stops are not run together for ever. */
const LONGEST = 400

/** Captions as sentences: those that go on in the next one are joined. */
export function transcriptLines(cues: readonly Cue[]): Cue[] {
  const lines: Cue[] = []
  let isOpen = false
  for (const cue of cues) {
    const last = lines.at(-1)
    if (isOpen && last && last.text.length < LONGEST) {
      last.text = `${last.text} ${cue.text}`
      last.endSeconds = cue.endSeconds
    } else lines.push({ ...cue })
    isOpen = !SENTENCE_END.test(cue.text)
  }
  return lines
}

/** A text split where a query occurs in it, whatever the case and the apostrophe: every second piece is a hit. */
export function splitAtHits(text: string, query: string): string[] {
  const sought = plain(query.trim())
  if (sought === '') return [text]
  const lower = plain(text)
  // A few letters change their length with their case: then positions would not fit, and the text stays whole.
  if (lower.length !== text.length) return lower.includes(sought) ? ['', text, ''] : [text]
  const pieces: string[] = []
  let from = 0
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + sought.length))
    from = at + sought.length
  }
  return [...pieces, text.slice(from)]
}

/** Keyboards have the straight apostrophe, captions the curved one. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'")
}
