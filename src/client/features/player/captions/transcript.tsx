import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clockTime, spokenTime } from '#client/features/player/parts/clock-time.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/field.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Cue } from './captions.ts'
import { cutAtHits, lineAt, transcriptLines } from './transcript.ts'

type TranscriptProps = { cues: readonly Cue[]; positionSeconds: number; onSeek: (seconds: number) => void }

/** What is said, sentence by sentence: it follows the video, can be searched, and a press goes to the place. */
export function Transcript({ cues, positionSeconds, onSeek }: TranscriptProps) {
  const [wish, setWish] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const list = useRef<HTMLOListElement>(null)
  const lines = useMemo(() => transcriptLines(cues), [cues])
  const now = lineAt(lines, positionSeconds)
  const isSearching = wish.trim() !== ''
  const shown = lines
    .map((line, index) => ({ ...line, index, pieces: cutAtHits(line.text, wish) }))
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
        <div className="transcript-search">
          <Search className="symbol" aria-hidden="true" />
          <Input
            type="search"
            aria-label="Search the transcript"
            placeholder="Search"
            value={wish}
            onChange={(event) => {
              setWish(event.currentTarget.value)
              if (list.current) list.current.scrollTop = 0
            }}
            onKeyDown={(event) => {
              const first = shown[0]
              if (event.key === 'Enter' && isSearching && first) goTo(first.startSeconds)
            }}
          />
        </div>
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
                {pieces.map((piece, at) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence, which never change their order
                  at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece,
                )}
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
