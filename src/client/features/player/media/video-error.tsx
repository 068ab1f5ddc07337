import { Link } from 'react-router'
import { ScreenNotice } from '#client/features/player/parts/screen-notice.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import type { ErrorInfo } from './find-playback-error.ts'

type VideoErrorProps = {
  error: ErrorInfo | null
  /** The video has got on from its beginning. */
  hasPlace: boolean
  onTryAgain: () => void
}

/** Why the video stands still, and what to do (requirements §8). */
export function VideoError({ error, hasPlace, onTryAgain }: VideoErrorProps) {
  const placeIsKept = hasPlace ? 'Your place is kept. ' : ''
  const again = <Button onClick={onTryAgain}>Try again</Button>
  if (error?.reason === 'elsewhere') {
    return (
      <ScreenNotice title="Playing elsewhere" actions={again}>
        {error.message} {placeIsKept}It may take a minute after a film is stopped there.
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
            <Button asChild>
              <Link to={paths.check}>See what is wrong</Link>
            </Button>
          </>
        }
      >
        The film arrives, but it cannot be decoded here. Update the browser or try another. {placeIsKept}
      </ScreenNotice>
    )
  }
  return (
    <ScreenNotice title="The film has stopped" actions={again}>
      {placeIsKept}
      {error?.reason === 'away'
        ? 'The shop does not answer just now; the film goes on when it does.'
        : 'Check the connection; the film goes on when it is back.'}
    </ScreenNotice>
  )
}
