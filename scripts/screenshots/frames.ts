import type { State } from './state.ts'

type Media = {
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active'
  reducedMotion?: 'reduce'
  media?: 'print'
}

/** One picture of a state: the window's size and the user's browser preferences. */
export type Frame = { width: number; height: number; name: string; media: Media; textPercent?: number }

const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 820: 1180, 1440: 900 }
const WIDTHS = [390, 820, 1440] as const

const EXTRAS: readonly Frame[] = [
  { width: 320, height: 640, name: 'light', media: { colorScheme: 'light' } },
  { width: 844, height: 390, name: 'low', media: { colorScheme: 'light' } },
  { width: 390, height: 844, name: 'text200', media: { colorScheme: 'light' }, textPercent: 200 },
  // A desk's window at 200 % zoom.
  { width: 640, height: 450, name: 'zoom200', media: { colorScheme: 'light' } },
  { width: 390, height: 844, name: 'forced', media: { colorScheme: 'dark', forcedColors: 'active' } },
  { width: 1440, height: 900, name: 'forced', media: { colorScheme: 'light', forcedColors: 'active' } },
  { width: 1440, height: 900, name: 'still', media: { colorScheme: 'light', reducedMotion: 'reduce' } },
  { width: 794, height: 1123, name: 'print', media: { colorScheme: 'light', media: 'print' } },
]

export function framesOf({ widths = WIDTHS, hasExtras = false }: State): Frame[] {
  const usual = (['light', 'dark'] as const).flatMap((colorScheme) =>
    widths.map((width) => ({
      width,
      height: HEIGHTS[width] ?? 900,
      name: colorScheme,
      media: { colorScheme },
    })),
  )
  return hasExtras ? [...usual, ...EXTRAS] : usual
}
