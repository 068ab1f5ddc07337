/** The box of the picture: as wide as there is room, and no higher than leaves the controls and the words in sight. */
export const PICTURE =
  'aspect-video h-auto max-h-[calc(100dvh-var(--beside-picture))] min-h-[min(12rem,56.25vw)] w-full'
