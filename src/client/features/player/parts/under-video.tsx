import type { ReactNode } from 'react'
import { formatDay } from '#client/lib/format.ts'
import { DialogDescription } from '#client/ui/dialog.tsx'
import { ScaleBar } from '#client/ui/scale-bar.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { playerMessages } from '#shared/messages/player.ts'

type UnderVideoProps = {
  description: ReactNode
  /** Null while it is not known, and where there is no access that would say so. */
  percent: number | null
  /** ISO 8601; null where access has no end. Left out where it is not known. */
  expiresAt?: string | null | undefined
  /** What is for sale with it. */
  offer?: ReactNode
  /** Not known yet. */
  isPending?: boolean
}

/** What the video is about, how far it has been watched, and until when it is open. */
export function UnderVideo({ description, percent, expiresAt, offer, isPending = false }: UnderVideoProps) {
  const isKnown = percent !== null || expiresAt !== undefined
  return (
    <div className="under-video">
      <DialogDescription>{description}</DialogDescription>
      {offer}
      {(isPending || isKnown) && (
        <div className="under-video-row">
          {isPending ? <Skeleton width="word" /> : percent !== null && <b>{percent}% watched</b>}
          {(isPending || percent !== null) && <ScaleBar value={percent ?? 0} label="Watched" />}
          {isPending ? (
            <Skeleton width="word" />
          ) : (
            expiresAt !== undefined && (
              <span>Open until {expiresAt === null ? playerMessages.noExpiry : formatDay(expiresAt)}</span>
            )
          )}
        </div>
      )}
    </div>
  )
}
