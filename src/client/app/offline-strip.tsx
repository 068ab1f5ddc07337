import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { settleUnsent, useConnection } from '#client/lib/connection.ts'
import { errorStatus } from '#client/lib/error-text.ts'
import { endToast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Container } from '#client/ui/layout.tsx'
import { networkMessages } from '#shared/messages/site.ts'

/**
 * On every screen while there is no connection. When it is back, what could not be loaded is asked for again by itself,
 * and what was pressed is offered again.
 */
export function OfflineStrip() {
  const { isOffline, unsent } = useConnection()
  const { key } = useLocation()
  const queryClient = useQueryClient()
  const forget = useEffectEvent(() => settleUnsent('forget'))
  const catchUp = useEffectEvent(() => {
    endToast(networkMessages.offline)
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && errorStatus(state.error) === null,
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed belongs to the screen that is left
  useEffect(() => forget(), [key])
  useEffect(() => {
    if (!isOffline) catchUp()
  }, [isOffline])

  const label = unsent?.textContent?.trim()
  return (
    <div aria-live="polite">
      {(isOffline || unsent) && (
        <div className="offline-strip no-print">
          <Container>
            {isOffline ? (
              <p>
                <b>{networkMessages.offlineTitle}</b> {networkMessages.offlineText}
              </p>
            ) : (
              <>
                <p>
                  <b>{networkMessages.backTitle}</b> {networkMessages.backText}
                </p>
                <Button size="sm" onClick={() => settleUnsent('press')}>
                  {networkMessages.pressAgain(label ?? '')}
                </Button>
                <Button size="sm" variant="quiet" onClick={() => settleUnsent('forget')}>
                  Dismiss
                </Button>
              </>
            )}
          </Container>
        </div>
      )}
    </div>
  )
}
