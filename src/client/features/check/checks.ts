import type { Outcome } from './outcome.ts'
import { testBrowser } from './test-browser.ts'
import { testLine } from './test-line.ts'
import { testPicture } from './test-picture.ts'
import { testVideos, type VideoCalls } from './test-videos.ts'

export const CHECK_NAMES = {
  browser: 'Browser',
  picture: 'Picture',
  line: 'Connection',
  films: 'Your films',
} as const
export type CheckId = keyof typeof CHECK_NAMES
export const CHECK_IDS = ['browser', 'picture', 'line', 'films'] as const satisfies readonly CheckId[]

export type CheckMeans = {
  /** A free piece of video; null where the owner shows none. */
  piece: string | null
  /** Any public file of some size, for the line. */
  publicFile: string
  /** Null: no student is signed in. */
  films: VideoCalls | null
}

export type Check = { id: CheckId; run: () => Outcome | Promise<Outcome> }

/** The tests there are for this person. Each says in its outcome what is wrong: none of them throws. */
export function listChecks({ piece, publicFile, films }: CheckMeans): Check[] {
  const open: Check[] = [
    { id: 'browser', run: testBrowser },
    { id: 'picture', run: () => testPicture(piece) },
    { id: 'line', run: () => testLine(piece ?? publicFile) },
  ]
  return films ? [...open, { id: 'films', run: () => testVideos(films) }] : open
}
