import { describe, expect, it } from 'vitest'
import { presentDashboard, presentOwnedVideos, presentPurchases } from '#server/features/playback/present.ts'
import type { DashboardRows } from '#server/features/playback/queries.ts'
import { pence } from '#shared/money/money.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const STARTED = new Date('2026-10-01T10:00:00Z')
const OPEN = new Date('2026-11-23T09:00:00Z')
const CLOSED = new Date('2026-11-20T10:00:00Z')

type Entitlement = DashboardRows['entitlements'][number]

let count = 0
function entitlement(fields: Partial<Entitlement>): Entitlement {
  count++
  const id = `e${count}`
  const order = { orderId: `o${count}`, orderLineId: `l${count}` }
  return {
    id,
    videoId: 1,
    ...order,
    isBundle: false,
    paidAt: null,
    startsAt: STARTED,
    expiresAt: OPEN,
    ...fields,
  }
}

const rows = (entitlements: Entitlement[], progress: DashboardRows['progress'] = []): DashboardRows => ({
  user: { id: 's1', username: 'Ann', email: 'ann@example.com' },
  entitlements,
  progress,
  requests: [],
})
const watched = (videoId: number, progress: number, completed = false) => ({
  videoId,
  progress,
  completed,
  positionSeconds: null,
})

describe('dashboard figures', () => {
  it('count open videos, each once', () => {
    const entitlements = [
      entitlement({ videoId: 1 }),
      entitlement({ videoId: 1, expiresAt: new Date('2027-01-01T00:00:00Z') }),
      entitlement({ videoId: 2, expiresAt: CLOSED }),
      entitlement({ videoId: 3, startsAt: OPEN, expiresAt: new Date('2027-01-01T00:00:00Z') }),
      entitlement({ videoId: 4 }),
      entitlement({ videoId: 5 }),
    ]
    const progress = [watched(1, 50), watched(2, 60), watched(4, 3, true), watched(5, 1)]
    expect(presentDashboard(rows(entitlements, progress), NOW).stats).toEqual({
      videosOwned: 3,
      completedVideos: 1,
      inProgressVideos: 1,
      daysRemaining: 2,
    })
  })

  it('are 0 without open videos', () => {
    expect(presentDashboard(rows([entitlement({ expiresAt: CLOSED })]), NOW).stats).toEqual({
      videosOwned: 0,
      completedVideos: 0,
      inProgressVideos: 0,
      daysRemaining: 0,
    })
  })
})

describe('purchases', () => {
  it('of a package start with its first video, where others of it are renewals', () => {
    const order = { orderId: 'package', isBundle: true }
    const later = entitlement({ ...order, videoId: 1, startsAt: OPEN })
    const open = entitlement({ ...order, videoId: 2 })
    const [purchase, ...more] = presentPurchases(rows([later, open]), NOW)
    expect(more).toEqual([])
    expect(purchase).not.toHaveProperty('startsAt')
    expect(purchase).toMatchObject({ purchasedAt: STARTED.toISOString() })
  })

  it('are one for each video, and one for a whole bundle', () => {
    const bundle = [1, 2, 3].map((videoId) => entitlement({ videoId, orderId: 'bundle', isBundle: true }))
    const single = entitlement({ videoId: 4, orderId: 'single', orderLineId: 'line' })
    expect(presentPurchases(rows([...bundle, single]), NOW)).toMatchObject([
      { id: 'bundle', orderId: 'bundle', videoId: null, isBundle: true },
      { id: 'line', orderId: 'single', videoId: 4, isBundle: false },
    ])
  })

  it('are one for a video granted by an admin', () => {
    const granted = entitlement({ id: 'gift', videoId: 6, orderId: null, orderLineId: null })
    expect(presentPurchases(rows([granted]), NOW)).toMatchObject([
      { id: 'gift', orderId: 'gift', videoId: 6, isBundle: false },
    ])
  })
})

describe('open videos', () => {
  const video = (id: number) => ({
    id,
    slug: `film-${id}`,
    title: `Film ${id}`,
    description: '',
    category: 'Navigation',
    durationMinutes: 1,
    pricePence: pence(6_000),
    imageUrl: '',
  })

  it('have an end and remaining days, the latest of several entitlements', () => {
    const entitlements = [
      entitlement({ videoId: 1, expiresAt: new Date('2026-11-22T06:00:00Z') }),
      entitlement({ videoId: 2, expiresAt: new Date('2026-11-23T03:00:00Z') }),
      entitlement({ videoId: 2, expiresAt: CLOSED }),
      entitlement({ videoId: 3, expiresAt: CLOSED }),
    ]
    const shown = presentOwnedVideos(rows(entitlements), [video(1), video(2), video(3)], NOW)
    expect(shown.map(({ id, expiresAt, daysRemaining }) => [id, expiresAt, daysRemaining])).toEqual([
      [1, '2026-11-22T06:00:00.000Z', 1],
      [2, '2026-11-23T03:00:00.000Z', 2],
    ])
  })
})
