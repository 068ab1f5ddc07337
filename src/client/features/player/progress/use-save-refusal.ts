import { useCallback } from 'react'
import type { ErrorInfo } from '#client/features/player/media/find-playback-error.ts'
import type { RenewAccess } from '#client/features/player/media/use-video-access.ts'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { SHOP_ERRORS } from '#shared/errors.ts'

type Parts = { renew: RenewAccess; stopFor(error: ErrorInfo): void }

/** What becomes of a video whose save the server would not take: others play, or access has ended. */
export function useSaveRefusal({ renew, stopFor }: Parts): (error: unknown) => void {
  return useCallback(
    (error) => {
      if (errorCode(error) === 'TOO_MANY_STREAMS') {
        const { message } = SHOP_ERRORS.TOO_MANY_STREAMS
        return stopFor({ reason: 'elsewhere', message: errorText(error, message) })
      }
      // Asking shows whether access has ended; a network that fails meanwhile shows nothing new.
      void renew().catch(() => undefined)
    },
    [renew, stopFor],
  )
}
