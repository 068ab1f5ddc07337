import type { PageData } from '#client/site/page-data.ts'
import { type ProseSection, plainText, readSections } from './prose.tsx'
import { buyingText, generalText, otherText } from './questions-shop.ts'
import { accountText, troubleText, watchingText } from './questions-watching.ts'

/** `id` is its anchor, as in `/support#refunds`; `also` what people search for and the text does not say. */
type Question = ProseSection & { also: string }
export type QuestionGroup = { id: string; heading: string; questions: Question[] }

/** What people ask, in six groups. The numbers are the shop's own, so that the answers follow them. */
export function questionGroups({
  terms,
  maxStreams,
}: Pick<PageData, 'terms' | 'maxStreams'>): QuestionGroup[] {
  return [
    { id: 'general', heading: 'General', questions: readQuestions(generalText(terms)) },
    { id: 'account', heading: 'Account and access', questions: readQuestions(accountText(terms)) },
    { id: 'payments', heading: 'Buying and payments', questions: readQuestions(buyingText) },
    {
      id: 'watching',
      heading: 'Dashboard and video access',
      questions: readQuestions(watchingText(maxStreams)),
    },
    { id: 'troubleshooting', heading: 'Troubleshooting', questions: readQuestions(troubleText) },
    { id: 'other', heading: 'Other', questions: readQuestions(otherText) },
  ]
}

function readQuestions(text: string): Question[] {
  return readSections(text).map((section) => {
    const [answer = '', also = ''] = section.text.split('\nalso: ')
    return { ...section, text: answer, also }
  })
}

/** Curly apostrophes and hyphens are typed in many ways. One letter for one, so that places stay where they are. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[‐-–-]/g, ' ')
}

const FEWEST_LETTERS = 2

/** What questions are built with, whatever they ask. */
const FILLERS = new Set(
  'am an and are can could did do does for from get got have how if in is it its me my of on or please so than the then to want was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** What is looked for: the words of a query that mean something; all of them where none does. */
export function wordsOf(query: string): string[] {
  const words = plain(query)
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word.length >= FEWEST_LETTERS)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** As loosely as people type: apostrophes left out, one or many. */
function loose(text: string): string {
  return plain(text).replaceAll("'", '')
}

function stemOf(word: string): string {
  return loose(word).replace(/(?<=\p{L}{3})s$/u, '')
}

/**
 * The groups with the questions that fit best: those that hold every word, somewhere in question, answer or what else
 * it is called; where there are none, those that hold most of them, and at least half.
 */
export function searchQuestions(groups: readonly QuestionGroup[], words: readonly string[]): QuestionGroup[] {
  const stems = words.map(stemOf)
  const rated = groups.map(({ questions, ...group }) => ({
    ...group,
    questions: questions.map((question) => {
      const { heading, text: answer, also } = question
      const text = loose(`${group.heading} ${heading} ${plainText(answer)} ${also}`)
      return { question, held: stems.filter((stem) => text.includes(stem)).length }
    }),
  }))
  const most = Math.max(0, ...rated.flatMap(({ questions }) => questions.map(({ held }) => held)))
  if (most < stems.length / 2) return []
  return rated.flatMap(({ questions, ...group }) => {
    const found = questions.filter(({ held }) => held === most).map(({ question }) => question)
    return found.length > 0 ? [{ ...group, questions: found }] : []
  })
}
