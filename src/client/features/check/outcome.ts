/** What one test found. `skipped`: it could not be tried, and why is in the words. */
export type Outcome = {
  state: 'good' | 'caution' | 'bad' | 'skipped'
  /** For the person: what is so. */
  words: string
  /** What to do about it. */
  advice?: string
  /** For support: figures and codes. Nothing in it opens anything or names anybody. */
  detail: string
}
