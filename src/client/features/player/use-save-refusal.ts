import { useCallback } from 'react'
import { describeShopError } from '#shared/errors.ts'
import { errorCode, errorText } from '../../lib/error-text.ts'
import type { Fault } from './find-fault.ts'
import type { RenewAccess } from './use-film-access.ts'

type Parts = { renew: RenewAccess; stopFor(fault: Fault): void }

/** What becomes of a film whose save the server would not take: others play, or access has ended. */
export function useSaveRefusal({ renew, stopFor }: Parts): (error: unknown) => void {
  return useCallback(
    (error) => {
      if (errorCode(error) === 'TOO_MANY_STREAMS') {
        const { message } = describeShopError('TOO_MANY_STREAMS')
        return stopFor({ reason: 'elsewhere', message: errorText(error, message) })
      }
      // Asking shows whether access has ended; a network that fails meanwhile shows nothing new.
      void renew().catch(() => undefined)
    },
    [renew, stopFor],
  )
}
