import type { ReactNode } from 'react'

export type Question = {
  /** Its anchor: `/support#refunds`. */
  id: string
  heading: string
  content: ReactNode
  /** Words that people search for and the answer does not use. */
  also?: string
}

export type QuestionGroup = { id: string; heading: string; questions: Question[] }
