import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccess, exportAccess } from '#server/features/playback/personal-data.ts'
import { listExamDates, makePlan, saveExamDates } from '#server/features/playback/study-plan.ts'
import type { ExamSubject } from '#shared/exams/exam-rules.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

const VIDEOS = [
  { id: 1, category: 'Air Law', durationMinutes: 60 },
  { id: 2, category: 'Navigation', durationMinutes: 90 },
]

type Having = {
  now?: string
  closing?: Record<number, string>
  exams?: Partial<Record<ExamSubject, string>>
  progress?: Partial<ProgressOutput>[]
}

function plan({ now = '2027-03-20T12:00:00Z', closing = {}, exams = {}, progress = [] }: Having) {
  return makePlan({
    rows: {
      entitlements: Object.entries(closing).map(([videoId, expiresAt]) => ({
        id: videoId,
        videoId: Number(videoId),
        orderId: null,
        orderLineId: null,
        isBundle: false,
        paidAt: null,
        startsAt: new Date('2026-01-01T00:00:00Z'),
        expiresAt: new Date(expiresAt),
      })),
      progress: progress.map((saved) => ({
        videoId: 1,
        progress: 0,
        completed: false,
        positionSeconds: null,
        ...saved,
      })),
    },
    videos: VIDEOS,
    exams: Object.entries(exams).map(([subject, day]) => ({ subject: subject as ExamSubject, day })),
    now: new Date(now),
  })
}

describe('the last day for a film', () => {
  const far = '2027-12-01T12:00:00Z'

  it.each<[string, Having, string, string]>([
    [
      'is the day before its exam',
      { closing: { 1: far }, exams: { 'air-law': '2027-04-10' } },
      '2027-04-09',
      'exam',
    ],
    [
      'is the day before it closes, by London’s clock',
      { closing: { 1: '2027-04-10T23:30:00Z' } },
      '2027-04-10',
      'closing',
    ],
    [
      'is the earlier of the two',
      { closing: { 1: '2027-04-05T12:00:00Z' }, exams: { 'air-law': '2027-04-10' } },
      '2027-04-04',
      'closing',
    ],
    ['is today where it closes today', { closing: { 1: '2027-03-20T20:00:00Z' } }, '2027-03-20', 'closing'],
    [
      'is not that of another subject',
      { closing: { 1: far }, exams: { navigation: '2027-04-10' } },
      '2027-11-30',
      'closing',
    ],
  ])('%s', (_rule, having, lastDay, before) => {
    expect(plan(having).videos).toEqual([{ videoId: 1, minutesLeft: 60, lastDay, before, minutesOver: 0 }])
  })
})

it('names the day each open film closes, watched or not', () => {
  const closing = { 1: '2027-04-10T23:30:00Z', 2: '2027-03-20T11:00:00Z' }
  expect(plan({ closing, progress: [{ progress: 3, completed: true }] }).closings).toEqual([
    { videoId: 1, day: '2027-04-11' },
  ])
})

it('today is London’s day', () => {
  expect(plan({ now: '2027-03-28T23:30:00Z' }).today).toBe('2027-03-29')
})

it('leaves out what is closed, completed, or was examined', () => {
  const open = '2027-06-01T12:00:00Z'
  expect(plan({ closing: { 1: '2027-03-20T11:00:00Z' } }).videos).toEqual([])
  expect(plan({ closing: { 1: open }, progress: [{ progress: 3, completed: true }] }).videos).toEqual([])
  expect(plan({ closing: { 1: open }, exams: { 'air-law': '2027-03-20' } }).videos).toEqual([])
})

it('counts what was played, and the place where that is not known', () => {
  const closing = { 1: '2027-06-01T12:00:00Z' }
  const played = { progress: 90, watchedSeconds: 60, durationSeconds: 120 }
  expect(plan({ closing, progress: [played] }).videos).toMatchObject([{ minutesLeft: 30 }])
  expect(plan({ closing, progress: [{ progress: 90 }] }).videos).toMatchObject([{ minutesLeft: 6 }])
})

it('begins today with the film that was left last, and goes on with what closes first', () => {
  const closing = { 1: '2027-03-25T12:00:00Z', 2: '2027-06-01T12:00:00Z' }
  const at = (videoId: number, updatedAt: string) => ({ videoId, progress: 50, updatedAt })
  const progress = [at(1, '2027-03-18T10:00:00.000Z'), at(2, '2027-03-19T10:00:00.000Z')]
  const [today, tomorrow] = plan({ closing, progress }).days
  expect(today?.parts).toEqual([{ videoId: 2, minutes: 15 }])
  expect(tomorrow?.parts).toEqual([{ videoId: 1, minutes: 15 }])
})

it('says what does not fit', () => {
  const closing = { 1: '2027-03-21T12:00:00Z', 2: '2027-03-21T12:00:00Z' }
  expect(plan({ closing })).toMatchObject({
    minutesADay: 120,
    days: [
      {
        day: '2027-03-20',
        parts: [
          { videoId: 1, minutes: 60 },
          { videoId: 2, minutes: 60 },
        ],
      },
    ],
    videos: [{ minutesOver: 0 }, { videoId: 2, minutesOver: 30 }],
  })
})

it('counts 18 months from the end of the month of the first exam', () => {
  expect(plan({}).allPassedBy).toBeNull()
  const exams = {
    navigation: '2027-05-31',
    'air-law': '2027-02-03',
    'flight-performance': '2027-06-01',
  } as const
  expect(plan({ exams }).allPassedBy).toBe('2028-08-31')
})

describe('the days of exams', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await createTestShop()
  })
  afterAll(() => shop.close())

  it('are kept by subject, changed and taken out, part of the export, and erased', async () => {
    const { deps } = shop
    const { id: userId } = await makeStudent(deps)
    const dates = [
      { subject: 'navigation', day: '2027-05-31' },
      { subject: 'air-law', day: '2027-02-03' },
      { subject: 'meteorology', day: null },
    ] as const
    await saveExamDates(deps, { userId, dates: [...dates] })
    await saveExamDates(deps, {
      userId,
      dates: [
        { subject: 'navigation', day: null },
        { subject: 'communications', day: '2027-01-01' },
      ],
    })
    const kept = [
      { subject: 'communications', day: '2027-01-01' },
      { subject: 'air-law', day: '2027-02-03' },
    ]
    expect(await listExamDates(deps, userId)).toEqual(kept)
    expect((await exportAccess(deps, userId)).examDates).toEqual(kept)
    await deps.db.$transaction((tx) => eraseAccess(tx, deps, userId))
    expect(await listExamDates(deps, userId)).toEqual([])
  })

  it('are refused for an account that is erased', async () => {
    const { id } = await makeStudent(shop.deps, { erasedAt: shop.deps.clock.now() })
    const dates = [{ subject: 'air-law' as const, day: '2027-02-03' }]
    await expect(saveExamDates(shop.deps, { userId: id, dates })).rejects.toMatchObject({
      code: 'NOT_SIGNED_IN',
    })
  })
})
