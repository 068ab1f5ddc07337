import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Marked } from '#client/features/player/captions/marked.tsx'
import { clockTime, spokenTime } from '#client/lib/clock-time.ts'
import { errorText } from '#client/lib/error-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, FieldError, Input } from '#client/ui/field.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { searchMaxLength } from '#shared/limits.ts'
import { notesMessages } from '#shared/messages/notes.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { SearchResult } from '#shared/schemas/notes.ts'
import { useSeek } from './use-notes.ts'

/** One search over the words of a student's open videos and notes; the address keeps what was asked. Until then, its children. */
export function NotesSearch({ userId, children }: { userId: string; children: ReactNode }) {
  const [address, setAddress] = useSearchParams()
  const text = (address.get('q') ?? '').trim().slice(0, searchMaxLength)
  const [typed, setTyped] = useState(text)
  const results = useRef<HTMLDivElement>(null)
  // Back and forward bring what was asked then.
  const [asked, setAsked] = useState(text)
  if (asked !== text) {
    setAsked(text)
    setTyped(text)
  }
  const found = trpc.progress.search.useQuery({ userId, text }, { enabled: text !== '', staleTime: 0 })
  const videoIds = [...new Set(found.data?.map(({ videoId }) => videoId))]

  function ask(event: FormEvent) {
    event.preventDefault()
    const next = typed.trim()
    // The keyboard of a phone would lie on what is found, and goes with the focus.
    if (next !== '' && window.matchMedia?.('(pointer: coarse)').matches) {
      results.current?.focus({ preventScroll: true })
    }
    if (next === text) return void (next !== '' && found.refetch())
    setAddress(next === '' ? {} : { q: next })
  }

  return (
    <>
      <search className={text === '' ? undefined : 'notes-asked'} aria-busy={found.isLoading}>
        <form className="notes-search" onSubmit={ask}>
          <Field label={notesMessages.searchLabel} hint={notesMessages.searchHint}>
            <Input
              type="search"
              enterKeyHint="search"
              maxLength={searchMaxLength}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" loading={found.isFetching}>
            {notesMessages.search}
          </Button>
        </form>
        {found.error && (
          <div role="alert">
            <FieldError>{errorText(found.error, networkMessages.failed)}</FieldError>
          </div>
        )}
        <div role="status" ref={results} tabIndex={-1}>
          {found.data && (
            <h2 className="notes-own">{notesMessages.found(found.data.length, videoIds.length)}</h2>
          )}
        </div>
        {found.data?.length === 0 && (
          <p className="quiet">
            {notesMessages.searched}{' '}
            <Link className="link" to={paths.videos}>
              {notesMessages.allVideos}
            </Link>
          </p>
        )}
        {videoIds.map((videoId) => (
          <VideoResults
            key={videoId}
            videoId={videoId}
            results={found.data?.filter((result) => result.videoId === videoId) ?? []}
            hasCount={videoIds.length > 1}
          />
        ))}
      </search>
      {text === '' && children}
    </>
  )
}

type VideoResultsProps = { videoId: number; results: readonly SearchResult[]; hasCount: boolean }

/** The places of one video, the best first. */
function VideoResults({ videoId, results, hasCount }: VideoResultsProps) {
  const { videos } = usePageData()
  const onSeek = useSeek(videoId)
  const video = videos.find(({ id }) => id === videoId)
  if (!video) return null
  return (
    <section className="notes notes-video" aria-label={`${notesMessages.results} in ${video.title}`}>
      <h3>
        <SubjectName category={video.categorySlug}>{video.title}</SubjectName>
        {hasCount && <span className="second-line">{notesMessages.places(results.length)}</span>}
      </h3>
      <ol>
        {results.map(({ kind, seconds, text, pieces }) => (
          <li key={`${kind} ${seconds} ${text}`}>
            <button
              type="button"
              className="note-entry note-hit"
              disabled={onSeek === null}
              onClick={() => onSeek?.(seconds)}
            >
              <span className="note-place figure">
                <span aria-hidden="true">{clockTime(seconds)}</span>
                <VisuallyHidden>Go to {spokenTime(seconds)}</VisuallyHidden>
              </span>{' '}
              <span>
                {kind === 'note' && <span className="quiet small">{notesMessages.yourNote}</span>}{' '}
                <span className="note-text">
                  <Marked pieces={pieces} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
