import { describe, expect, it } from 'vitest'
import { backupName } from '#server/features/operations/backup/backup-format.ts'
import { isBackupDue } from '#server/features/operations/backup/nightly-backup.ts'
import { findOutdated } from '#server/features/operations/backup/retention.ts'

const at = (time: string) => new Date(time)
const nightly = (from: string, count: number) =>
  Array.from({ length: count }, (_, day) => backupName(new Date(at(from).getTime() + day * 86_400_000)))

describe('retention of backups', () => {
  it('keeps the newest of seven days, four weeks and twelve months', () => {
    const names = nightly('2025-01-01T02:00:00Z', 691) // to 2026-11-22
    const kept = names.filter((name) => !findOutdated(names).includes(name))
    expect(kept.map((name) => name.slice(14, 22))).toEqual([
      ...['20251231', '20260131', '20260228', '20260331', '20260430', '20260531', '20260630', '20260731'],
      ...['20260831', '20260930', '20261031', '20261101', '20261108', '20261115'],
      ...['20261116', '20261117', '20261118', '20261119', '20261120', '20261121', '20261122'],
    ])
  })

  it('keeps one of several on one day, the newest', () => {
    const names = ['2026-11-22T02:00:00Z', '2026-11-22T14:00:00Z'].map((time) => backupName(at(time)))
    expect(findOutdated(names)).toEqual([names[0]])
  })

  it('names no file that is not a backup', () => {
    expect(
      findOutdated(['notes.txt', 'ground-school-20200101T020000Z.age.part', 'ground-school.age']),
    ).toEqual([])
  })
})

describe('the nightly backup', () => {
  it.each([
    [null, '2026-11-22T01:00:00Z', true],
    ['2026-11-21T02:00:00Z', '2026-11-22T01:59:59Z', false],
    ['2026-11-21T02:00:00Z', '2026-11-22T02:00:00Z', true],
    ['2026-11-22T02:00:00Z', '2026-11-22T23:59:59Z', false],
    ['2026-11-20T15:00:00Z', '2026-11-22T01:00:00Z', true],
  ])('after one at %s is due at %s: %s', (last, now, isDue) => {
    expect(isBackupDue(last === null ? null : at(last), at(now))).toBe(isDue)
  })
})
