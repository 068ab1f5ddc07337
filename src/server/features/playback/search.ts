import type { Deps } from '#server/deps.ts'
import { searchResults } from '#shared/limits.ts'
import type { SearchResult } from '#shared/schemas/notes.ts'

type Search = { studentId: string; text: string }
/** `isBeside`: the words stand in the lines before and after alone. */
type Found = Omit<SearchResult, 'pieces'> & { words: string[]; isBeside: boolean }

/** Lines nearer to a better one than this are the same place, unless they have a word themselves. */
const ONE_PLACE_SECONDS = 8
/** More than a question has. */
const MOST_WORDS = 20

/**
 * Searches the transcripts of a student's open videos, and their own notes on those, for the words of a question: the best
 * places first. A word that is found nowhere counts as the beginning of one.
 */
export async function search(deps: Pick<Deps, 'pool' | 'clock'>, wish: Search): Promise<SearchResult[]> {
  const words = await readWords(deps, wish.text)
  if (words.length === 0) return []
  const whole = words.map(({ lexeme }) => quoteWord(lexeme))
  const pairs = pairsOf(words)
  const found = await findPlaces(deps, { ...wish, words: whole, pairs })
  const known = new Set(found.flatMap((place) => place.words))
  if (whole.every((word) => known.has(word))) return markWords(deps, distinct(found), whole)
  const begun = whole.map((word) => (known.has(word) ? word : `${word}:*`))
  return markWords(deps, distinct(await findPlaces(deps, { ...wish, words: begun, pairs })), begun)
}

type Word = { lexeme: string; position: number }

/** The words of a question as they stand in the index: without endings, and without those that say nothing. */
async function readWords({ pool }: Pick<Deps, 'pool'>, text: string): Promise<Word[]> {
  const { rows } = await pool.query<Word>({
    name: 'search-words',
    text: `select lexeme, positions[1] as position from unnest(to_tsvector('english', $1)) order by positions[1] limit ${MOST_WORDS}`,
    values: [text],
  })
  return rows
}

/** Words that stand together in the question, with one that says nothing between them at most: "warm front", "angle of attack". */
function pairsOf(words: readonly Word[]): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    const distance = next ? next.position - word.position : 0
    if (!next || distance < 1 || distance > 2) return []
    return `${quoteWord(word.lexeme)} <${distance}> ${quoteWord(next.lexeme)}`
  })
}

/** A word of the index in a query of PostgreSQL. */
function quoteWord(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** A rare word counts more than a common one, and one in the line itself more than one beside it. */
const BESIDE = 0.35

/** Where a word only says a place or a way, it is not what a line is about. */
const PHRASES = String.raw`\m(in|on|by) (front|top|place|case|way) of\M`

async function findPlaces(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
  { studentId, words, pairs }: { studentId: string; words: readonly string[]; pairs: readonly string[] },
): Promise<Found[]> {
  const { rows } = await pool.query<Found>({
    name: 'search-places',
    text: `
      with open as (
        select distinct "videoId" from "Entitlement"
         where "studentId" = $1 and "revokedAt" is null and "startsAt" <= $2 and "expiresAt" > $2),
      words as (select word, word::tsquery as query from unnest($4::text[]) as word),
      places as (
        select 'transcript' as "kind", "videoId", "startSeconds" as "seconds", "text",
               to_tsvector('english', regexp_replace("text", $5, 'of', 'gi')) as own,
               to_tsvector('english', regexp_replace("passage", $5, 'of', 'gi')) as passage
          from "TranscriptCue" join open using ("videoId")
         where to_tsvector('english', "passage") @@ $3::tsquery
        union all
        select 'note', "videoId", "positionSeconds", "body", to_tsvector('english', "body"), to_tsvector('english', "body")
          from "Note" join open using ("videoId") where "studentId" = $1),
      hits as (
        select places.*, word, case when own @@ query then 1 else ${BESIDE} end as weight,
               count(*) over (partition by word) as common
          from places join words on passage @@ query),
      size as (select greatest(count(*), 100) as places from "TranscriptCue" join open using ("videoId"))
      select "kind", "videoId", "seconds", "text", array_agg(word) as "words", max(weight) < 1 as "isBeside"
        from hits, size
       group by "kind", "videoId", "seconds", "text"
       order by sum(weight * ln(1 + size.places::float / common)) desc, "videoId", "seconds"
       limit 200`,
    values: [studentId, clock.now(), words.join(' | '), [...words, ...pairs], PHRASES],
  })
  return rows
}

/** The best line of each place. */
function distinct(found: readonly Found[]): Found[] {
  const kept: Found[] = []
  for (const place of found) {
    const { kind, videoId, seconds, isBeside } = place
    const isNear = kept.some(
      (other) =>
        other.kind === kind &&
        other.videoId === videoId &&
        Math.abs(other.seconds - seconds) < ONE_PLACE_SECONDS,
    )
    if (!isNear || !isBeside) kept.push(place)
    if (kept.length === searchResults) break
  }
  return kept
}

/** What no line has in it stands before and after each word that was found. */
const BORDER = '\u0001'
const HEADLINE = `HighlightAll=true, StartSel=${BORDER}, StopSel=${BORDER}`

/** The places with their text in pieces; marking costs more than finding, so only those that are shown are marked. */
async function markWords(
  { pool }: Pick<Deps, 'pool'>,
  found: readonly Found[],
  words: readonly string[],
): Promise<SearchResult[]> {
  if (found.length === 0) return []
  const { rows } = await pool.query<{ headline: string }>({
    name: 'search-headlines',
    text: `select ts_headline('english', "text", $2::tsquery, $3) as "headline"
             from unnest($1::text[]) with ordinality as lines ("text", at) order by at`,
    values: [found.map(({ text }) => text), words.join(' | '), HEADLINE],
  })
  return found.map(({ kind, videoId, seconds, text }, at) => ({
    kind,
    videoId,
    seconds,
    text,
    pieces: rows[at]?.headline.split(BORDER) ?? [text],
  }))
}
