/** What one test found. `skipped`: it could not be tried, and the text says why. */
export type Outcome = {
  state: 'good' | 'caution' | 'bad' | 'skipped'
  /** For the person: what was found. */
  text: string
  /** What to do about it. */
  advice?: string
  /** For support: figures and codes, without secrets or names. */
  detail: string
}

const outcome =
  (state: Outcome['state']) =>
  (detail: string, text: string, advice?: string): Outcome => ({
    state,
    text,
    ...(advice !== undefined && { advice }),
    detail,
  })

export const good = outcome('good')
export const caution = outcome('caution')
export const bad = outcome('bad')
export const skipped = outcome('skipped')
