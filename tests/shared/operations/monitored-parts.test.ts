import { describe, expect, it } from 'vitest'
import { judgeParts, type WatchDetails, type WatchedPart } from '#shared/operations/monitored-parts.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const CALM: WatchDetails = {
  watchedSince: minutesAgo(600),
  queueRanAt: minutesAgo(5),
  queueRunsSince: minutesAgo(600),
  unsentSince: null,
  untoldSince: null,
  unprocessedSince: null,
  backedUpAt: null,
}

const judge = (over: Partial<WatchDetails>) => judgeParts({ ...CALM, ...over }, NOW)
const of = (part: WatchedPart, over: Partial<WatchDetails>) =>
  judge(over).find((judgement) => judgement.part === part)

describe('a part of the shop', () => {
  it('moves while nothing waits', () => {
    expect(judge({}).map(({ part, state }) => [part, state])).toEqual([
      ['queue', 'moving'],
      ['mail', 'moving'],
      ['webhooks', 'moving'],
      ['payments', 'moving'],
      ['backups', 'moving'],
    ])
  })

  it.each([
    ['queue', 'queueRanAt'],
    ['mail', 'unsentSince'],
    ['webhooks', 'untoldSince'],
    ['payments', 'unprocessedSince'],
  ] as const)('%s has stopped after fifteen minutes, and not a moment before', (part, fact) => {
    expect(of(part, { [fact]: minutesAgo(15) })).toEqual({ part, state: 'stopped', since: minutesAgo(15) })
    expect(of(part, { [fact]: new Date(minutesAgo(15).getTime() + 1) })?.state).toBe('moving')
  })

  it('is not blamed for the time in which the shop was shut', () => {
    const overnight = { queueRanAt: minutesAgo(500), unsentSince: minutesAgo(500) }
    for (const { state } of judge({ ...overnight, watchedSince: minutesAgo(14) })) {
      expect(state).toBe('moving')
    }
    expect(of('queue', { ...overnight, watchedSince: minutesAgo(15) })).toEqual({
      part: 'queue',
      state: 'stopped',
      since: minutesAgo(15),
    })
  })
})

describe('the queue', () => {
  it('has stopped when it never ran, fifteen minutes after the shop opened', () => {
    expect(of('queue', { queueRanAt: null })?.state).toBe('stopped')
    expect(of('queue', { queueRanAt: null, watchedSince: minutesAgo(14) })?.state).toBe('moving')
  })

  it('takes mail and payments along: one incident, and no all-clear for what waits behind it', () => {
    const stopped = {
      queueRanAt: minutesAgo(20),
      unsentSince: minutesAgo(20),
      unprocessedSince: minutesAgo(20),
      untoldSince: minutesAgo(20),
    }
    const states = judge(stopped).map(({ state }) => state)
    expect(states).toEqual(['stopped', 'unknown', 'stopped', 'unknown', 'moving'])
    expect(of('mail', { queueRanAt: minutesAgo(20) })?.state).toBe('unknown')
  })

  it('that has just come back gives mail and payments their fifteen minutes', () => {
    const waited = { unsentSince: minutesAgo(90), unprocessedSince: minutesAgo(90) }
    expect(of('mail', { ...waited, queueRunsSince: minutesAgo(14) })?.state).toBe('moving')
    expect(of('payments', { ...waited, queueRunsSince: minutesAgo(14) })?.state).toBe('moving')
    expect(of('mail', { ...waited, queueRunsSince: minutesAgo(15) })).toEqual({
      part: 'mail',
      state: 'stopped',
      since: minutesAgo(15),
    })
  })
})

describe('backups', () => {
  it.each([
    ['younger than 36 hours', 36 * 60 - 1, 'moving'],
    ['36 hours old', 36 * 60, 'stopped'],
  ])('with the last good one %s', (_age, minutes, state) => {
    expect(of('backups', { backedUpAt: minutesAgo(minutes) })?.state).toBe(state)
  })
})
