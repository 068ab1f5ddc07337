import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CheckScreen } from '#client/features/check/check-screen.tsx'
import type { Session } from '#client/site/session/use-session.ts'
import type { AccessOutput } from '#shared/schemas/progress.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop, SAM } from '#tests/client/features/player/student-shop.tsx'
import { type Answers, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { fakeVideo } from './fake-video.ts'

const SECRET = '/media/grant-1/film?s=signature-of-the-grant'
const [airLaw, navigation] = makePageData().videos

const OPEN: AccessOutput = {
  hasAccess: true,
  secureVideoUrl: SECRET,
  captionsUrl: null,
  chaptersUrl: null,
  expiresAt: '2027-01-03T10:00:00.000Z',
  message: null,
}

type Answering = (url: URL, init?: RequestInit) => Promise<Response>

type Opening = {
  session?: Pick<Session, 'status' | 'user'>
  progress?: Answers['progress']
  bytes?: Answering
}

const piece: Answering = async () => new Response(new Uint8Array(512 * 1024), { status: 206 })

/** Signed out unless told otherwise, on a line that is well. */
function openCheck({ session, progress = {}, bytes = piece }: Opening = {}) {
  const leaves: unknown[] = []
  const server = fakeServer(
    {
      progress: {
        leave: (input) => {
          leaves.push(input)
          return { success: true }
        },
        ...progress,
      },
    },
    bytes,
  )
  const handled = fetch
  // Single calls are put into a batch of one, as the server would answer them.
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}) => {
    const url = new URL(target, location.origin)
    if (!url.pathname.startsWith('/trpc/') || url.searchParams.has('batch')) return handled(url, init)
    const [only] = await (
      await handled(`${url}?batch=1`, { ...init, body: `{"0":${String(init.body)}}` })
    ).json()
    return Response.json(only)
  })
  const shop = renderShop({
    session: session ?? { status: 'signed-out', user: null },
    children: <CheckScreen />,
  })
  return { ...shop, server, leaves }
}

const signedIn = { status: 'signed-in', user: SAM } as const
const owns = (...films: (typeof airLaw)[]): Answers['progress'] => ({
  videos: () =>
    films.flatMap((video) =>
      video ? [{ ...video, expiresAt: '2027-01-03T10:00:00.000Z', daysRemaining: 43 }] : [],
    ),
  open: () => OPEN,
})

async function run({ user }: { user: { click(element: Element): Promise<void> } }) {
  await user.click(screen.getByRole('button', { name: 'Start the check' }))
  await screen.findByRole('button', { name: 'Run the check again' })
}

function rowOf(name: string) {
  const row = screen.getByRole('heading', { name }).closest('li')
  if (!row) throw new Error(`No row for ${name}`)
  return within(row)
}

const reportText = () => screen.getByLabelText<HTMLTextAreaElement>('Report').value

describe('before it is run', () => {
  it('keeps a press that comes before it is known who is signed in', async () => {
    fakeVideo()
    const { user, becomes } = openCheck({ session: { status: 'loading', user: null } })
    await user.click(screen.getByRole('button', { name: 'Start the check' }))
    expect(screen.getByRole('button', { name: 'One moment …' })).toBeVisible()
    becomes({ status: 'signed-out', user: null })
    expect(await screen.findByRole('button', { name: 'Run the check again' })).toBeVisible()
  })

  it('every test is waiting, and nothing has been asked for', () => {
    const asked = vi.fn(piece)
    openCheck({ bytes: asked })
    expect(screen.getAllByText('Not tested yet')).toHaveLength(4)
    expect(asked).not.toHaveBeenCalled()
    expect(screen.queryByLabelText('Report')).toBeNull()
  })

  it('is there over plain HTTP too, where a browser makes no UUIDs', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes })
    openCheck()
    expect(screen.getByRole('button', { name: 'Start the check' })).toBeVisible()
  })
})

describe('where all is well', () => {
  it('says so to a visitor, and how videos of one’s own are tried', async () => {
    fakeVideo()
    await run(openCheck())
    const summary = screen.getByRole('status')
    expect(summary).toHaveTextContent('Browser, picture and connection work.')
    expect(summary).not.toHaveTextContent(/sign out|My Videos/)
    expect(within(summary).getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
    expect(rowOf('Browser').getByText('Works')).toBeVisible()
    expect(rowOf('Picture').getByText('Works')).toBeVisible()
    expect(rowOf('Connection').getByText(/^Your connection brings .+ Mbit\/s, enough/)).toBeVisible()
    const videos = rowOf('Your films')
    expect(videos.getByText('Not tested yet')).toBeVisible()
    expect(videos.getByRole('link', { name: 'sign in' })).toHaveAttribute('href', '/login')
  })

  it('opens each video of a student, and gives its place back each time', async () => {
    fakeVideo()
    const opened = openCheck({ session: signedIn, progress: owns(airLaw, navigation) })
    await run(opened)
    expect(rowOf('Your films').getByText('All 2 of your films open and begin to arrive.')).toBeVisible()
    expect(opened.leaves).toHaveLength(2)
    const [first, second] = opened.server.inputsOf('progress.open')
    expect([first, second]).toMatchObject([{ videoId: airLaw?.id }, { videoId: navigation?.id }])
    expect(opened.leaves[0]).toMatchObject({ playSession: Reflect.get(Object(first), 'playSession') })
  })

  it('may be run again, and tells what is so then', async () => {
    fakeVideo()
    let isWell = false
    const opened = openCheck({ bytes: async (...asked) => (isWell ? piece(...asked) : loseNetwork()) })
    await run(opened)
    expect(rowOf('Connection').getByText('Stops films')).toBeVisible()
    isWell = true
    await opened.user.click(screen.getByRole('button', { name: 'Run the check again' }))
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('Browser, picture and connection work.'),
    )
  })
})

describe('a student without videos', () => {
  it('is told so', async () => {
    fakeVideo()
    await run(openCheck({ session: signedIn, progress: owns() }))
    expect(rowOf('Your films').getByText('You own no film that is open now.')).toBeVisible()
  })
})

describe('a video that does not open', () => {
  const cases: [string, Answers['progress'], Answering, string][] = [
    [
      'was taken away',
      { ...owns(airLaw), open: () => ({ ...OPEN, hasAccess: false, secureVideoUrl: null, message: 'No.' }) },
      piece,
      'does not open. No.',
    ],
    [
      'has no file',
      { ...owns(airLaw), open: () => ({ ...OPEN, secureVideoUrl: null }) },
      piece,
      'missing from the shop',
    ],
    [
      'is refused with words',
      { ...owns(airLaw), open: () => refuse('NO_ACCESS') },
      piece,
      "You don't have access",
    ],
    [
      'lacks its cookie',
      owns(airLaw),
      async () => new Response('', { status: 403 }),
      'did not send the cookie',
    ],
    [
      'runs elsewhere',
      owns(airLaw),
      async () => new Response('', { status: 409 }),
      'already playing elsewhere',
    ],
    [
      'is broken',
      owns(airLaw),
      async () => new Response('', { status: 500 }),
      'The shop could not hand it out.',
    ],
    ['does not arrive', owns(airLaw), async () => loseNetwork(), 'did not arrive'],
    ['is empty', owns(airLaw), async () => new Response('', { status: 200 }), 'Its file is empty'],
  ]

  it.each(cases)('because it %s is named, with what to do', async (_why, progress, answer, words) => {
    fakeVideo()
    const bytes: Answering = (url, init) =>
      url.pathname.startsWith('/media/') ? answer(url, init) : piece(url)
    await run(openCheck({ session: signedIn, progress: progress ?? {}, bytes }))
    const row = rowOf('Your films')
    expect(row.getByText('Stops films')).toBeVisible()
    expect(row.getByText(new RegExp(`^“${airLaw?.title}” does not open\\. `))).toHaveTextContent(words)
    expect(row.getAllByRole('paragraph')).toHaveLength(3)
    expect(screen.getByRole('status')).toHaveTextContent('Something here stops films.')
  })

  it('says when the list itself does not come', async () => {
    fakeVideo()
    await run(openCheck({ session: signedIn, progress: { videos: () => loseNetwork() } }))
    expect(rowOf('Your films').getByText('The shop did not say which films are open to you.')).toBeVisible()
  })
})

describe('the report', () => {
  it('holds tests and device, and nothing that opens a video or names a person', async () => {
    fakeVideo()
    await run(openCheck({ session: signedIn, progress: owns(airLaw) }))
    const report = reportText()
    expect(screen.getByLabelText('Report')).not.toBeVisible()
    expect(report).toMatch(/^Time: \d+ \w+ \d{4} at \d\d:\d\d, London$/m)
    expect(report).toContain(`Playback check of ${location.host}`)
    expect(report).toContain('Picture: good (canPlayType says probably; no free piece to try)')
    expect(report).toContain('Your films: good (1 of 1)')
    expect(report).toContain(navigator.userAgent)
    for (const secret of [
      SAM.email,
      SAM.username,
      SAM.id,
      'signature',
      'grant',
      'http',
      '/media/',
      'check-',
    ]) {
      expect(report).not.toContain(secret)
    }
  })

  it('goes to the clipboard, or is selected where there is none', async () => {
    fakeVideo()
    const opened = openCheck()
    await run(opened)
    await opened.user.click(screen.getByRole('button', { name: 'Copy the report' }))
    expect(await screen.findByText('Report copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(reportText())
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    await opened.user.click(screen.getByRole('button', { name: 'Copy the report' }))
    expect(await screen.findByText('Copy it by hand')).toBeVisible()
    expect(screen.getByLabelText('Report')).toBeVisible()
  })

  it('is ready as a mail to the owner', async () => {
    fakeVideo()
    await run(openCheck())
    const mail = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Email it to us' }).href)
    expect(mail.pathname).toBe('instructor@example.com')
    expect(mail.searchParams.get('body')).toBe(reportText())
  })
})
