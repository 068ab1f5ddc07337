import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { Cue } from './captions/captions.ts'
import { ChapterList } from './captions/chapter-list.tsx'
import type { Chapter } from './captions/chapters.ts'
import { Transcript } from './captions/transcript.tsx'
import { Notes } from './notes/notes.tsx'
import { ChapterRows } from './parts/pending-side.tsx'
import { type Side, SidePanel } from './parts/side-panel.tsx'
import type { PlaybackState } from './parts/use-video-state.ts'

type File<T> = { items: readonly T[]; isPending: boolean }

type VideoSideProps = {
  video: PageVideo
  userId: string
  playback: PlaybackState
  chapters: File<Chapter>
  captions: File<Cue>
  side: Side
  onSide: (side: Side) => void
  isNoteAsked: boolean
  onNoteAnswered: () => void
  onSeek: (seconds: number) => void
}

export function VideoSide({ playback, chapters, captions, onSeek, ...props }: VideoSideProps) {
  const { positionSeconds, hasEnded } = playback
  const has = <T,>({ items, isPending }: File<T>) => isPending || items.length > 0
  return (
    <SidePanel
      side={props.side}
      onSide={props.onSide}
      content={{
        chapters: !has(chapters) ? null : chapters.isPending ? (
          <ChapterRows />
        ) : (
          <ChapterList
            chapters={chapters.items}
            positionSeconds={positionSeconds}
            hasEnded={hasEnded}
            onSeek={onSeek}
          />
        ),
        transcript: !has(captions) ? null : captions.isPending ? (
          <ChapterRows />
        ) : (
          <Transcript cues={captions.items} positionSeconds={positionSeconds} onSeek={onSeek} />
        ),
        notes: (
          <Notes
            userId={props.userId}
            video={props.video}
            positionSeconds={positionSeconds}
            isAsked={props.isNoteAsked}
            onAnswered={props.onNoteAnswered}
            onSeek={onSeek}
          />
        ),
      }}
    />
  )
}
