import { trpc } from '#client/lib/trpc.ts'
import type { OwnedVideoOutput } from '#shared/schemas/progress.ts'
import { useSession } from './use-session.ts'

const NONE: readonly number[] = []

/** The videos that are open to the student now; none for a visitor, and none until the server has told. */
export function useOwnedVideoIds(): readonly number[] {
  const { user } = useSession()
  const { data } = trpc.progress.videos.useQuery(
    { userId: user?.id ?? '' },
    { enabled: user !== null, select: (videos) => videos.map(({ id }) => id) },
  )
  return (user !== null && data) || NONE
}

type Renewal = { videoId: number /** When the new term begins, ISO 8601. */; startsAt: string }
const NO_RENEWALS: readonly Renewal[] = []

/** The videos among them that can be bought again now: their access ends soon (requirements §5). */
export function useRenewals(): readonly Renewal[] {
  const { user } = useSession()
  const { data } = trpc.progress.videos.useQuery(
    { userId: user?.id ?? '' },
    { enabled: user !== null, select: renewalsOf },
  )
  return (user !== null && data) || NO_RENEWALS
}

function renewalsOf(videos: readonly OwnedVideoOutput[]): Renewal[] {
  return videos.flatMap(({ id, renewsFrom }) => (renewsFrom ? [{ videoId: id, startsAt: renewsFrom }] : []))
}

/** Asks again what is owned: another tab or device may have bought since. */
export function useRefreshOwned(): () => Promise<void> {
  const { user } = useSession()
  const { progress } = trpc.useUtils()
  return async () => {
    if (user !== null) await progress.videos.invalidate({ userId: user.id })
  }
}

/** Until when a video is open to the student, ISO 8601; null for what is not open, and until the server has told. */
export function useOpenUntil(videoId: number): string | null {
  const { user } = useSession()
  const { data } = trpc.progress.videos.useQuery(
    { userId: user?.id ?? '' },
    {
      enabled: user !== null,
      select: (videos) => videos.find(({ id }) => id === videoId)?.expiresAt ?? null,
    },
  )
  return (user !== null && data) || null
}

/**
 * Whether the server has told what is owned and which discount was given, or could not be asked: what a cart comes
 * to is known from then on.
 */
export function useIsOwnershipKnown(): boolean {
  const { status, user } = useSession()
  const owned = trpc.progress.videos.useQuery({ userId: user?.id ?? '' }, { enabled: user !== null })
  const ownsSome = useOwnedVideoIds().length > 0
  const history = trpc.checkout.pricingHistory.useQuery(undefined, { enabled: ownsSome })
  if (status === 'loading') return false
  return user === null || (!owned.isPending && (!ownsSome || !history.isPending))
}

/**
 * Whether the student was given the discount for completing a collection before; yes as long as the server has not
 * told, since nothing is promised that may not be given. Asked only of a person who owns videos: no one else can
 * complete a collection.
 */
export function useCollectionDiscountUsed(): boolean {
  const ownsSome = useOwnedVideoIds().length > 0
  const { data } = trpc.checkout.pricingHistory.useQuery(undefined, { enabled: ownsSome })
  return ownsSome && (data?.collectionDiscountUsed ?? true)
}
