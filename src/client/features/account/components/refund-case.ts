import { formatSum } from '#client/lib/format.ts'
import { parsePounds, smallerPence, sumPence, toPounds } from '#shared/money/money.ts'
import type {
  CaseLineOutput,
  RefundCaseOutput,
  RefundRequestOutput,
} from '#shared/schemas/refund-requests.ts'

/** "today", "yesterday", "5 days ago". */
export function boughtWhen({ daysSince }: Pick<RefundCaseOutput, 'daysSince'>): string {
  if (daysSince === 0) return 'today'
  return daysSince === 1 ? 'yesterday' : `${daysSince} days ago`
}

/** How much of a video was watched, under the heading “Watched”. */
export function watchedText(watched: CaseLineOutput['watched']): string {
  if (watched === null || (watched.percent === 0 && !watched.completed)) return 'Nothing'
  return watched.completed ? `${watched.percent}%, to the end` : `${watched.percent}%`
}

/** What would go back for some lines: what was paid for them, at most what is left of the order. */
export function wouldGoBack(
  { left }: Pick<RefundCaseOutput, 'left'>,
  lines: readonly CaseLineOutput[],
): string {
  const paid = sumPence(lines.map((line) => parsePounds(line.paid)))
  return formatSum(toPounds(smallerPence(paid, parsePounds(left))))
}

/** The lines that a request is about. */
export function linesOf({ lines }: Pick<RefundCaseOutput, 'lines'>, request: RefundRequestOutput) {
  return lines.filter(({ id }) => request.lineIds.includes(id))
}

/** "Navigation, Meteorology and Air Law". */
export function listOf(lines: readonly Pick<CaseLineOutput, 'title'>[]): string {
  const titles = lines.map(({ title }) => title)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
}
