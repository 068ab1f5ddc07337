import type { Outcome } from './outcome.ts'
import { testBrowser } from './test-browser.ts'
import { type FilmCalls, testFilms } from './test-films.ts'
import { testLine } from './test-line.ts'
import { testPicture } from './test-picture.ts'

export const CHECK_NAMES = {
  browser: 'Browser',
  picture: 'Picture',
  line: 'Line',
  films: 'Your films',
} as const
export type CheckId = keyof typeof CHECK_NAMES
export const CHECK_IDS = ['browser', 'picture', 'line', 'films'] as const satisfies readonly CheckId[]

export type CheckMeans = {
  /** A free piece of film; null where the owner shows none. */
  piece: string | null
  /** Any public file of some size, for the line. */
  publicFile: string
  /** Null: nobody is signed in. */
  films: FilmCalls | null
}

/** Runs one test. Each says in its outcome what is wrong: none of them throws. */
export async function runCheck(id: CheckId, means: CheckMeans): Promise<Outcome> {
  switch (id) {
    case 'browser':
      return testBrowser()
    case 'picture':
      return testPicture(means.piece)
    case 'line':
      return testLine(means.piece ?? means.publicFile)
    case 'films':
      if (means.films) return testFilms(means.films)
      return {
        state: 'skipped',
        words: 'You are not signed in, so your films were not tried.',
        advice: 'Sign in, then run the check again.',
        detail: 'signed out',
      }
  }
}
