import { expect, test } from 'vitest'
import { closesSoon, nextVideo, videoRows } from '#client/features/dashboard/video-rows.ts'
import type { DashboardOutput } from '#shared/schemas/progress.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'

const { videos } = makePageData()

type Open = { id: number; expiresAt: string; daysRemaining?: number }

function makeRows({
  open = [],
  purchases = [],
  progress = [],
}: {
  open?: Open[]
  purchases?: { videoId: number | null; isBundle: boolean; startsAt?: string; expiresAt: string }[]
  progress?: { videoId: number; progress: number; completed: boolean; updatedAt?: string }[]
}) {
  const dashboard: Pick<DashboardOutput, 'progress' | 'purchases'> = {
    progress: progress.map((saved) => ({ ...saved, positionSeconds: null })),
    purchases: purchases.map((bought, index) => ({
      ...bought,
      id: `line-${index}`,
      orderId: `order-${index}`,
      purchasedAt: '2026-10-03T10:00:00.000Z',
    })),
  }
  const owned = open.flatMap(({ id, expiresAt, daysRemaining = 43 }) => {
    const video = videos.find((one) => one.id === id)
    return video ? [{ ...video, expiresAt, daysRemaining }] : []
  })
  return videoRows({ videos, dashboard, owned })
}

test('open videos come first, closed ones with their last day after them', () => {
  const rows = makeRows({
    open: [{ id: 3, expiresAt: '2027-01-03T10:00:00.000Z' }],
    purchases: [
      { videoId: 3, isBundle: false, expiresAt: '2027-01-03T10:00:00.000Z' },
      { videoId: 1, isBundle: false, expiresAt: '2026-03-01T10:00:00.000Z' },
      { videoId: 1, isBundle: false, expiresAt: '2026-09-01T10:00:00.000Z' },
    ],
  })
  expect(rows.map(({ video, isOpen, expiresAt }) => [video.id, isOpen, expiresAt])).toEqual([
    [3, true, '2027-01-03T10:00:00.000Z'],
    [1, false, '2026-09-01T10:00:00.000Z'],
  ])
})

test('a bundle holds every video', () => {
  const expiresAt = '2027-11-21T10:00:00.000Z'
  const rows = makeRows({ purchases: [{ videoId: null, isBundle: true, expiresAt }] })
  expect(rows.map(({ video }) => video.id)).toEqual(videos.map(({ id }) => id))
})

test('a video of a package that was given back is not listed, unless it was had before', () => {
  const expiresAt = '2027-11-21T10:00:00.000Z'
  const open = videos.filter(({ id }) => id > 2).map(({ id }) => ({ id, expiresAt }))
  const rows = makeRows({
    open,
    purchases: [
      { videoId: null, isBundle: true, expiresAt },
      { videoId: 2, isBundle: false, expiresAt: '2026-09-01T10:00:00.000Z' },
    ],
  })
  expect(rows.filter(({ isOpen }) => !isOpen).map(({ video, expiresAt }) => [video.id, expiresAt])).toEqual([
    [2, '2026-09-01T10:00:00.000Z'],
  ])
  expect(rows).toHaveLength(6)
})

test('the days that are left count from the server’s figure, not from this clock', () => {
  const rows = makeRows({
    open: [
      { id: 1, expiresAt: '2031-05-20T10:00:00.000Z', daysRemaining: 14 },
      { id: 2, expiresAt: '2031-05-10T09:00:00.000Z', daysRemaining: 4 },
    ],
  })
  expect(rows.map(({ video, daysLeft }) => [video.id, daysLeft])).toEqual([
    [1, 14],
    [2, 4],
  ])
  expect(rows.map(closesSoon)).toEqual([true, true])
})

test('fifteen days before it closes there is no warning yet', () => {
  const [row] = makeRows({ open: [{ id: 1, expiresAt: '2031-05-20T10:00:00.000Z', daysRemaining: 15 }] })
  expect(row && closesSoon(row)).toBe(false)
})

test('a video that has closed does not close soon', () => {
  const [row] = makeRows({
    purchases: [{ videoId: 1, isBundle: false, expiresAt: '2026-09-01T10:00:00.000Z' }],
  })
  expect(row).toMatchObject({ isOpen: false, daysLeft: 0 })
  expect(row && closesSoon(row)).toBe(false)
})

test('the next video is the one left last, else the first to close that is not started, else none', () => {
  const open = [1, 2, 3].map((id) => ({ id, expiresAt: '2027-01-03T10:00:00.000Z' }))
  const completed = { videoId: 1, progress: 100, completed: true }
  const begun = (videoId: number, updatedAt: string) => ({
    videoId,
    progress: 2,
    completed: false,
    updatedAt,
  })
  const nextOf = (having: Parameters<typeof makeRows>[0]) => nextVideo(makeRows(having))?.video.id
  const [earlier, later] = ['2026-11-02T10:00:00.000Z', '2026-11-02T10:00:01.000Z']
  expect(nextOf({ open, progress: [completed] })).toBe(2)
  expect(nextOf({ open, progress: [begun(2, earlier), begun(3, later)] })).toBe(3)
  expect(nextOf({ open, progress: [begun(2, later), begun(3, earlier)] })).toBe(2)
  const soon = { id: 3, expiresAt: '2027-01-02T10:00:00.000Z' }
  expect(nextOf({ open: [...open.slice(0, 2), soon] })).toBe(3)
  expect(nextOf({ open: open.slice(0, 1), progress: [completed, begun(3, later)] })).toBeUndefined()
})

test('a renewal that was bought before opens what was given back on its day', () => {
  const rows = makeRows({
    purchases: [
      {
        videoId: 2,
        isBundle: false,
        startsAt: '2027-02-21T10:00:00.000Z',
        expiresAt: '2027-05-21T09:00:00.000Z',
      },
    ],
  })
  expect(rows).toMatchObject([{ isOpen: false, opensAt: '2027-02-21T10:00:00.000Z' }])
})

test('a video of a renewed package that was given back is not listed', () => {
  const [startsAt, expiresAt] = ['2027-11-21T10:00:00.000Z', '2028-11-21T10:00:00.000Z']
  const open = videos.filter(({ id }) => id > 1).map(({ id }) => ({ id, expiresAt }))
  const rows = makeRows({
    open,
    purchases: [
      { videoId: null, isBundle: true, expiresAt: startsAt },
      ...open.map(({ id }) => ({ videoId: id, isBundle: false, startsAt, expiresAt })),
    ],
  })
  expect(rows.map(({ video }) => video.id)).not.toContain(1)
})
