import { ScreenNotice } from '#client/features/player/parts/screen-notice.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { isRefusalCode } from '#shared/error-code.ts'

type VideoErrorProps = {
  error: ErrorInfo | null
  /** The video has got on from its beginning. */
  hasPlace: boolean
  isTrying: boolean
  onTryAgain: () => void
}

/** Why the video stands still, and what to do (requirements §8). */
export function VideoError({ error, hasPlace, isTrying, onTryAgain }: VideoErrorProps) {
  const keptText = hasPlace ? 'Your place is kept. ' : ''
  const again = (
    <Button loading={isTrying} onClick={onTryAgain}>
      Try again
    </Button>
  )
  if (error?.reason === 'elsewhere') {
    return (
      <ScreenNotice title="Playing elsewhere" actions={again}>
        {error.message} {keptText}It may take a minute after a film is stopped there.
      </ScreenNotice>
    )
  }
  if (error?.reason === 'format') {
    return (
      <ScreenNotice
        title="This browser cannot show the film"
        actions={
          <>
            {again}
            <LinkButton to={paths.check}>See what is wrong</LinkButton>
          </>
        }
      >
        The film arrives, but it cannot be decoded here. Update the browser or try another. {keptText}
      </ScreenNotice>
    )
  }
  return (
    <ScreenNotice title="The film has stopped" actions={again}>
      {keptText}
      {error?.reason === 'unavailable'
        ? 'The shop does not answer just now; the film goes on when it does.'
        : 'Check the connection; the film goes on when it is back.'}
    </ScreenNotice>
  )
}

/** Why a video cannot be read. */
export type ErrorInfo =
  | { reason: 'offline' | 'unavailable' | 'format' }
  /** Other devices play as many videos as may run at once. */
  | { reason: 'elsewhere'; message: string }

/** Asks for the first byte of a video that failed: the element itself never says what the server answered. */
export async function findError(url: string): Promise<ErrorInfo> {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
    if (answer.ok) {
      void answer.body?.cancel()
      return { reason: 'format' }
    }
    const { code, message }: { code?: unknown; message?: unknown } = Object(
      await answer.json().catch(() => null),
    )
    if (isRefusalCode(code) && code === 'TOO_MANY_STREAMS' && typeof message === 'string') {
      return { reason: 'elsewhere', message }
    }
    return { reason: 'unavailable' }
  } catch {
    return { reason: 'offline' }
  }
}
