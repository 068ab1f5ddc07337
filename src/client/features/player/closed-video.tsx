import { clsx } from 'clsx'
import { usePlayerKeys } from '#client/features/player/parts/keys.ts'
import { ScreenNotice } from '#client/features/player/parts/screen-notice.tsx'
import { UnderVideo } from '#client/features/player/parts/under-video.tsx'
import { PendingSide } from '#client/features/player/video-side.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { ToastSlot } from '#client/ui/surface.tsx'
import { loginMessages } from '#shared/messages/auth.ts'
import { playerMessages } from '#shared/messages/player.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { VideoAccess } from './media/use-video-access.ts'

type ClosedVideoProps = {
  video: PageVideo
  access: Exclude<VideoAccess, { state: 'open' }>
  onRetry: () => void
  onClose: () => void
}

/** The player without a video: not yet, not for this student, or not at all (requirements §4). */
export function ClosedVideo({ video, access, onRetry, onClose }: ClosedVideoProps) {
  usePlayerKeys({ onEscape: onClose })
  const isPending = access.state === 'securing'
  const close = <Button onClick={onClose}>{playerMessages.close}</Button>
  return (
    <>
      <div className={clsx('video-column', !isPending && 'video-column-alone')}>
        <div className={clsx('screen', !isPending && 'screen-closed')} data-theme="dark">
          {isPending && (
            <>
              <img className="screen-picture screen-poster" src={video.imageUrl} alt="" />
              <div className="screen-pending-controls" />
              <div className="screen-notice" role="status">
                <Spinner large />
                <p>{playerMessages.securing}</p>
              </div>
            </>
          )}
          {access.state === 'denied' && (
            <ScreenNotice
              title={playerMessages.accessDenied}
              actions={
                <>
                  <LinkButton
                    to={access.isSignedOut ? paths.login() : paths.video(video.slug)}
                    onClick={onClose}
                  >
                    {access.isSignedOut ? loginMessages.title : 'See the film'}
                  </LinkButton>
                  {close}
                </>
              }
            >
              {access.message}
            </ScreenNotice>
          )}
          {access.state === 'unreachable' && (
            <ScreenNotice
              title={playerMessages.accessDenied}
              actions={
                <>
                  <Button onClick={onRetry}>Try again</Button>
                  {close}
                </>
              }
            >
              The shop does not answer just now. {playerMessages.contactSupport}.
            </ScreenNotice>
          )}
          {access.state === 'unavailable' && (
            <ScreenNotice title={playerMessages.notAvailable} actions={close}>
              {playerMessages.contactSupport}
            </ScreenNotice>
          )}
          <ToastSlot preferred />
        </div>
        <UnderVideo
          description={video.description}
          percent={access.state === 'unavailable' ? access.percent : null}
          expiresAt={access.state === 'unavailable' ? (access.expiresAt ?? undefined) : undefined}
          isPending={isPending}
        />
      </div>
      {isPending && <PendingSide />}
    </>
  )
}
