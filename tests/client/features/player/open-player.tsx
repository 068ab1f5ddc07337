import { screen } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { vi } from 'vitest'
import { PlayerDialog } from '#client/features/player/player-dialog.tsx'
import { PlayerContext } from '#client/lib/use-player.ts'
import type { AccessOutput, ProgressOutput } from '#shared/schemas/progress.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import type { Answers } from '#tests/support/fake-server.ts'
import { renderShop, studentServer } from './student-shop.tsx'

export const VIDEO_URL = '/media/grant-1/film?s=signed'

export const OPEN: AccessOutput = {
  hasAccess: true,
  secureVideoUrl: VIDEO_URL,
  captionsUrl: '/media/grant-1/captions?s=signed',
  chaptersUrl: '/media/grant-1/chapters?s=signed',
  expiresAt: '2027-01-03T12:00:00.000Z',
  message: null,
}

const CHAPTERS = `WEBVTT

00:00:00.000 --> 00:00:30.000
What the wind does

00:00:30.000 --> 00:01:40.000
Draw the triangle
`

type ProgressAnswers = NonNullable<Answers['progress']>

export type Watching = {
  isPhone?: boolean
  /** A finger, not a mouse; phones have no other. */
  isTouch?: boolean
  open?: NonNullable<ProgressAnswers['open']>
  save?: NonNullable<ProgressAnswers['save']>
  saved?: Partial<ProgressOutput>
  /** Further answers of the server. */
  answers?: ProgressAnswers
  captions?: string
}

/** Sam opens Navigation, from a page with one button. */
export async function openPlayer({
  isPhone = false,
  isTouch = isPhone,
  open = () => OPEN,
  save = () => ({ success: true }),
  saved,
  answers = {},
  captions = '',
}: Watching = {}) {
  stubDevice({ isPhone, isTouch })
  const known = { videoId: 2, progress: 0, completed: false, positionSeconds: null, ...saved }
  const server = studentServer(
    {
      progress: {
        open,
        save,
        leave: () => ({ success: true }),
        notes: () => [],
        questions: () => ({ notes: [], own: [] }),
        list: () => (saved ? [known] : []),
        ...answers,
      },
    },
    (path) => (path.endsWith('chapters') ? CHAPTERS : path.endsWith('captions') ? captions : ''),
  )
  const shop = renderShop({ children: <Page /> })
  await shop.user.click(screen.getByRole('button', { name: 'Watch' }))
  await screen.findByRole('dialog', { name: 'Navigation' })
  return { ...shop, server }
}

/** What the browser says of the device. */
function stubDevice({ isPhone, isTouch }: { isPhone: boolean; isTouch: boolean }) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)' ? isTouch : isPhone,
    addEventListener() {},
    removeEventListener() {},
  }))
}

/** The video itself, once access is secured. */
export async function findVideo(): Promise<HTMLVideoElement> {
  const dialog = await screen.findByRole('dialog', { name: 'Navigation' })
  return vi.waitFor(() => {
    const video = dialog.querySelector('video')
    if (!video) throw new Error('The player shows no film')
    return video
  }, 15_000)
}

function Page() {
  const [playing, setPlaying] = useState<number | null>(null)
  const player = useMemo(
    () => ({ play: setPlaying, preview: () => undefined, ready: async () => undefined }),
    [],
  )
  const video = makePageData().videos.find(({ id }) => id === playing)
  return (
    <PlayerContext value={player}>
      <button type="button" onClick={() => setPlaying(2)}>
        Watch
      </button>
      {video && <PlayerDialog video={video} onClose={() => setPlaying(null)} />}
    </PlayerContext>
  )
}
