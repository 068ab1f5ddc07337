/** A storyboard is one image of small pictures of a video, row by row, which the seek bar shows before a jump. */
export const STORYBOARD_COLUMNS = 10
const MOST_PICTURES = 120
const LEAST_SECONDS = 5

export type StoryboardLayout = {
  /** From one picture to the next. */
  everySeconds: number
  pictures: number
  rows: number
}

/** The length of a video alone says how its storyboard is laid out: nothing else is stored about it. */
export function storyboardLayout(durationSeconds: number): StoryboardLayout {
  const everySeconds = Math.max(LEAST_SECONDS, Math.ceil(durationSeconds / MOST_PICTURES))
  const pictures = Math.max(1, Math.ceil(durationSeconds / everySeconds))
  return { everySeconds, pictures, rows: Math.ceil(pictures / STORYBOARD_COLUMNS) }
}

/** Column and row of the picture of a moment. */
export function pictureAt(
  { everySeconds, pictures }: StoryboardLayout,
  seconds: number,
): { column: number; row: number } {
  const index = Math.min(pictures - 1, Math.max(0, Math.floor(seconds / everySeconds)))
  return { column: index % STORYBOARD_COLUMNS, row: Math.floor(index / STORYBOARD_COLUMNS) }
}

const BYTES_AN_HOUR = 60_000
const SHORTEST_HOURS = 1 / 3
const LONGEST_HOURS = 3

/** The most bytes a storyboard may have: 60 kB for an hour of video; a short one is not cut down to nothing. */
export function storyboardMostBytes(durationSeconds: number): number {
  return Math.floor(
    BYTES_AN_HOUR * Math.min(LONGEST_HOURS, Math.max(SHORTEST_HOURS, durationSeconds / 3_600)),
  )
}
