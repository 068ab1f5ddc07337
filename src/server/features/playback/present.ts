import { presentVideo } from '#server/features/catalog/present.ts'
import type { CatalogVideo } from '#server/features/catalog/queries.ts'
import { daysRemaining, findRenewals, openUntil } from '#server/features/entitlements/entitlement-term.ts'
import { watchState } from '#shared/progress/progress.ts'
import type { DashboardOutput, OwnedVideoOutput, PurchaseOutput } from '#shared/schemas/progress.ts'
import type { DashboardRows } from './queries.ts'

/** The dashboard on the wire: figures count open videos only; the list includes expired ones. */
export function presentDashboard(rows: DashboardRows, now: Date): DashboardOutput {
  const open = rows.entitlements.filter(({ startsAt, expiresAt }) => startsAt <= now && now < expiresAt)
  const ownedIds = new Set(open.map((entitlement) => entitlement.videoId))
  const watched = rows.progress
    .filter(({ videoId }) => ownedIds.has(videoId))
    .map(({ progress, completed }) => watchState(progress, completed))
  return {
    stats: {
      videosOwned: ownedIds.size,
      completedVideos: watched.filter((state) => state === 'replay').length,
      inProgressVideos: watched.filter((state) => state === 'continue').length,
      daysRemaining: daysRemaining(rows.entitlements, now),
    },
    progress: rows.progress,
    purchases: presentPurchases(rows, now),
    ...(rows.requests.length > 0 && { requests: rows.requests }),
    user: rows.user,
  }
}

/** One purchase for each single or granted video, one for a whole bundle (requirements §3), which starts with its first video. */
export function presentPurchases(
  { entitlements }: Pick<DashboardRows, 'entitlements'>,
  now: Date,
): PurchaseOutput[] {
  const bundles = new Set<string>()
  return entitlements.flatMap((entitlement): PurchaseOutput[] => {
    const { id, orderId, orderLineId, videoId, isBundle, paidAt, expiresAt } = entitlement
    const isPackage = isBundle && orderId !== null
    const startsAt = isPackage ? firstStart(entitlements, orderId) : entitlement.startsAt
    const times = {
      purchasedAt: (paidAt ?? startsAt).toISOString(),
      ...(startsAt > now && { startsAt: startsAt.toISOString() }),
      expiresAt: expiresAt.toISOString(),
    }
    if (!isPackage) {
      return [{ id: orderLineId ?? id, orderId: orderId ?? id, videoId, isBundle: false, ...times }]
    }
    if (bundles.has(orderId)) return []
    bundles.add(orderId)
    return [{ id: orderId, orderId, videoId: null, isBundle: true, ...times }]
  })
}

function firstStart(entitlements: DashboardRows['entitlements'], orderId: string): Date {
  const starts = entitlements
    .filter((one) => one.orderId === orderId)
    .map(({ startsAt }) => startsAt.getTime())
  return new Date(Math.min(...starts))
}

/** The open videos, each with the end of its entitlement. */
export function presentOwnedVideos(
  { entitlements }: Pick<DashboardRows, 'entitlements'>,
  catalog: readonly CatalogVideo[],
  now: Date,
): OwnedVideoOutput[] {
  return catalog.flatMap((video) => {
    const own = entitlements.filter(({ videoId }) => videoId === video.id)
    const until = openUntil(own, now).get(video.id)
    if (until === undefined) return []
    const renewsFrom = findRenewals(own, now).get(video.id)?.toISOString()
    return [
      {
        ...presentVideo(video),
        expiresAt: until.toISOString(),
        daysRemaining: daysRemaining(own, now),
        ...(renewsFrom && { renewsFrom }),
      },
    ]
  })
}
