import { backupTime } from './backup-format.ts'

/** How many backups stay: the newest of so many days, weeks (from Monday) and months, in UTC. */
const KEPT = { days: 7, weeks: 4, months: 12 } as const

const DAY_MS = 86_400_000

/**
 * Which of these files may be deleted. The newest of a day counts, and of a week and a month the newest too. Files that are
 * no backups by their name are never named.
 */
export function findOutdated(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const at = backupTime(name)
      return at ? [{ name, at }] : []
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const kept = new Set<string>()
  function keepNewest(count: number, periodOf: (at: Date) => string): void {
    const periods = new Set<string>()
    for (const { name, at } of backups) {
      const period = periodOf(at)
      if (periods.has(period)) continue
      if (periods.size === count) return
      periods.add(period)
      kept.add(name)
    }
  }
  keepNewest(KEPT.days, (at) => at.toISOString().slice(0, 10))
  // 1970-01-01 was a Thursday: three days later weeks begin on Mondays.
  keepNewest(KEPT.weeks, (at) => String(Math.floor((at.getTime() / DAY_MS + 3) / 7)))
  keepNewest(KEPT.months, (at) => at.toISOString().slice(0, 7))
  return backups.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}
