import { useSearchParams } from 'react-router'
import { PERIODS, type Period, periodText } from '#client/features/admin/parts/periods.ts'

export const OWN_DAYS = 'own'

export type PeriodName = (typeof PERIODS)[number][0] | typeof OWN_DAYS

/** The period of the analytics as the address has it: `?period=last-quarter`, or `?from=2026-10-01&to=2026-10-31`. */
export function usePeriod(now: Date) {
  const [search, setSearch] = useSearchParams()
  const days = { from: search.get('from') ?? '', to: search.get('to') ?? '' }
  const isOwn = search.has('from') || search.has('to')
  const preset = PERIODS.find(([name]) => name === search.get('period')) ?? PERIODS[0]
  const [presetName, , daysOfPreset] = preset
  const name: PeriodName = isOwn ? OWN_DAYS : presetName
  const write = (params: Record<string, string>) =>
    setSearch(params, { replace: true, preventScrollReset: true })
  return {
    name,
    /** What own dates say so far; of a preset, its days. */
    days: isOwn ? days : daysOfPreset(now),
    /** Own dates that are none yet. */
    isIncomplete: isOwn && periodText(days) === null,
    /** The address names one. */
    isChosen: isOwn || search.has('period'),
    choose(next: PeriodName) {
      if (next !== OWN_DAYS) return write({ period: next })
      const [, , quarter] = PERIODS[1]
      write(daysOfPreset(now) ?? quarter(now))
    },
    setDays: (own: Period) => write(own),
  }
}
