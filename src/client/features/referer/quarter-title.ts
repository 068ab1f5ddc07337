import { displayQuarterLabel, parseQuarter, titleOf } from '#shared/calendar/quarter.ts'

/** "Q4 2026"; a label that lacks its year is read as requirements §3 says. */
export function quarterTitle(label: string): string {
  const quarter = parseQuarter(displayQuarterLabel(label))
  return quarter ? titleOf(quarter) : label
}
