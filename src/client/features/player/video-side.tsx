import type { ReactNode } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { CueFile } from './captions/captions.ts'
import { ChapterList } from './captions/chapter-list.tsx'
import { Transcript } from './captions/transcript.tsx'
import { Notes } from './notes/notes.tsx'
import type { PlaybackState } from './parts/use-video-state.ts'

const SIDES = ['chapters', 'transcript', 'notes'] as const
export type Side = (typeof SIDES)[number]

type VideoSideProps = {
  /** Whose notes on which video; null where none are taken. */
  student: { userId: string; video: PageVideo } | null
  playback: PlaybackState
  chapters: CueFile
  captions: CueFile
  side: Side
  onSide: (side: Side) => void
  isNewNote: boolean
  onNoteFocused: () => void
  onSeek: (seconds: number) => void
}

/** The column beside the video: its chapters, its transcript where it has them, and the student's notes. */
export function VideoSide({ playback, chapters, captions, side, onSide, ...props }: VideoSideProps) {
  const { positionSeconds, hasEnded } = playback
  const { onSeek } = props
  const at = { positionSeconds, onSeek }
  const tabs = [
    ...tab(chapters, 'chapters', 'Chapters', (items) => (
      <ChapterList chapters={items} hasEnded={hasEnded} {...at} />
    )),
    ...tab(captions, 'transcript', 'Transcript', (items) => (
      <Transcript cues={items} isPiece={props.student === null} {...at} />
    )),
    ...(props.student
      ? [
          {
            value: 'notes',
            label: 'Notes',
            content: (
              <Notes
                userId={props.student.userId}
                video={props.student.video}
                isNew={props.isNewNote}
                onFocused={props.onNoteFocused}
                {...at}
              />
            ),
          },
        ]
      : []),
  ]
  const [only] = tabs
  if (!only) return null
  // One alone is no choice.
  if (tabs.length === 1) {
    return (
      <section className="video-side" aria-label="Beside the film">
        <div>
          <h3>{only.label}</h3>
          <div className="tabs-panel" data-state="active">
            {only.content}
          </div>
        </div>
      </section>
    )
  }
  return (
    <section className="video-side" aria-label="Beside the film">
      <Tabs
        label="Beside the film"
        tabs={tabs}
        value={tabs.find(({ value }) => value === side)?.value ?? only.value}
        onValueChange={(next) => onSide(SIDES.find((one) => one === next) ?? 'chapters')}
      />
    </section>
  )
}

/** No tab for a file that the video has not. */
function tab(file: CueFile, value: Side, label: string, show: (items: CueFile['items']) => ReactNode) {
  if (file.isPending) return [{ value, label, content: <PendingRows /> }]
  // A single chapter is no list.
  const isWorthIt = file.items.length > (value === 'chapters' ? 1 : 0)
  return isWorthIt ? [{ value, label, content: show(file.items) }] : []
}

/** Rows of the height of chapters, until their text is known. */
function PendingRows() {
  return [1, 2, 3, 4, 5].map((row) => (
    <div className="chapter chapter-pending" key={row} aria-hidden="true">
      <Skeleton />
      <Skeleton />
    </div>
  ))
}

/** The column beside a video that has not been opened yet. */
export function PendingSide() {
  return (
    <section className="video-side" aria-label="Beside the film">
      <div>
        <h3>Chapters</h3>
        <PendingRows />
      </div>
    </section>
  )
}
