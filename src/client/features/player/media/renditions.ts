/** A video in one picture height. */
export type Rendition = { height: number; url: string }

export type Circumstances = {
  /** Lines that the picture has on this screen. */
  screenLines: number
  /** What the browser believes the line carries, in megabits a second; null where it does not say. */
  megabits: number | null
  /** The person asked their browser to save data. */
  isSaving: boolean
}

/** What a video of a height should be trusted with to begin, in megabits a second; a stall teaches better. */
function needs(height: number): number {
  return (height / 720) ** 2 * 1.2
}

/**
 * The rendition to begin with: the lowest that fills the screen, or the highest there is, and none that the line would
 * not carry. The list runs from high to low.
 */
export function firstRendition(renditions: readonly Rendition[], now: Circumstances): Rendition | null {
  const lowest = renditions.at(-1) ?? null
  if (now.isSaving) return lowest
  const filling = renditions.findLast(({ height }) => height >= now.screenLines) ?? renditions[0]
  const carried = renditions.find(
    ({ height }) =>
      height <= (filling?.height ?? 0) && (now.megabits === null || needs(height) <= now.megabits),
  )
  return carried ?? lowest
}

/** One step down; null at the bottom. */
export function nextLower(renditions: readonly Rendition[], height: number): Rendition | null {
  return renditions.find((rendition) => rendition.height < height) ?? null
}

/** The one a person asked for: as high as they wish, where there is not exactly theirs the next lower. */
export function wishedRendition(renditions: readonly Rendition[], mostHeight: number): Rendition | null {
  return renditions.find(({ height }) => height <= mostHeight) ?? renditions.at(-1) ?? null
}
