import type { ReactNode } from 'react'
import { type Tab, Tabs } from '#client/ui/tabs.tsx'

const SIDES = ['chapters', 'transcript', 'notes'] as const
export type Side = (typeof SIDES)[number]

const NAMES: Readonly<Record<Side, string>> = {
  chapters: 'Chapters',
  transcript: 'Transcript',
  notes: 'Notes',
}

type SidePanelProps = {
  side: Side
  onSide: (side: Side) => void
  /** What stands under each; one that the video has not is null. */
  content: Readonly<Record<Side, ReactNode>>
}

/** The column beside the video: its chapters, its words, and one's own. */
export function SidePanel({ side, onSide, content }: SidePanelProps) {
  const tabs = SIDES.flatMap((value): Tab[] =>
    content[value] === null ? [] : [{ value, label: NAMES[value], content: content[value] }],
  )
  const value = tabs.some((tab) => tab.value === side) ? side : (tabs[0]?.value ?? side)
  return (
    <section className="video-side" aria-label="Beside the film">
      <Tabs
        label="Beside the film"
        tabs={tabs}
        value={value}
        onValueChange={(next) => onSide(SIDES.find((one) => one === next) ?? 'chapters')}
      />
    </section>
  )
}
