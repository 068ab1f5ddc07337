import { plainText } from '../../lib/plain-text.ts'
import type { QuestionGroup } from './question.ts'

/** Curly apostrophes and hyphens are typed in many ways. One letter for one, so that places stay where they are. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[‐-–-]/g, ' ')
}

const FEWEST_LETTERS = 2

/** What is looked for: the words of a query, without those too short to mean anything. */
export function wordsOf(query: string): string[] {
  return plain(query)
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word.length >= FEWEST_LETTERS)
}

/** As loosely as people type: apostrophes left out, one or many. */
function loose(text: string): string {
  return plain(text).replaceAll("'", '')
}

function stemOf(word: string): string {
  return loose(word).replace(/(?<=\p{L}{3})s$/u, '')
}

/** The groups with the questions that hold every word, somewhere in question, answer or what else it is called. */
export function searchQuestions(groups: readonly QuestionGroup[], words: readonly string[]): QuestionGroup[] {
  const stems = words.map(stemOf)
  return groups.flatMap(({ questions, ...group }) => {
    const found = questions.filter(({ heading, content, also = '' }) => {
      const text = loose(`${group.heading} ${heading} ${plainText(content)} ${also}`)
      return stems.every((stem) => text.includes(stem))
    })
    return found.length > 0 ? [{ ...group, questions: found }] : []
  })
}
