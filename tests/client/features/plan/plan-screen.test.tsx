import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { PlanScreen } from '#client/features/plan/plan-screen.tsx'
import { PlayerContext } from '#client/lib/use-player.ts'
import type { PlanOutput } from '#shared/schemas/plan.ts'
import { renderShop, SAM, SIGNED_IN, studentServer } from '#tests/client/features/player/student-shop.tsx'
import { breakDown } from '#tests/support/fake-server.ts'

const PLAN: PlanOutput = {
  today: '2027-03-27',
  minutesADay: 75,
  days: [
    {
      day: '2027-03-27',
      parts: [
        { videoId: 2, minutes: 45 },
        { videoId: 1, minutes: 30 },
      ],
    },
    { day: '2027-03-28', parts: [{ videoId: 1, minutes: 45 }] },
  ],
  videos: [
    { videoId: 1, minutesLeft: 75, lastDay: '2027-04-10', before: 'closing', minutesOver: 0 },
    { videoId: 2, minutesLeft: 45, lastDay: '2027-03-27', before: 'exam', minutesOver: 0 },
  ],
  closings: [
    { videoId: 1, day: '2027-04-11' },
    { videoId: 2, day: '2028-01-03' },
  ],
  exams: [
    { subject: 'operational-procedures', day: '2027-03-01' },
    { subject: 'navigation', day: '2027-03-28' },
    { subject: 'air-law', day: '2027-04-20' },
  ],
  allPassedBy: '2028-09-30',
}

function openPlan(
  plan: PlanOutput | 'broken' | (() => PlanOutput | Promise<PlanOutput>) = PLAN,
  session: Parameters<typeof renderShop>[0]['session'] = SIGNED_IN,
) {
  const server = studentServer({
    progress: {
      plan: () => (plan === 'broken' ? breakDown(503) : typeof plan === 'function' ? plan() : plan),
      saveExamDates: () => ({ success: true }),
    },
  })
  const played: number[] = []
  const shop = renderShop({
    at: '/plan',
    session,
    children: (
      <PlayerContext
        value={{
          play: (videoId) => played.push(videoId),
          preview: () => undefined,
          ready: async () => undefined,
        }}
      >
        <Routes>
          <Route path="/plan" element={<PlanScreen />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
      </PlayerContext>
    ),
  })
  return { ...shop, server, played }
}

const linesOf = (heading: string) => {
  const section = screen.getByRole('heading', { name: heading }).closest('section')
  if (!section) throw new Error(`There is no part ${heading}`)
  return within(section)
    .queryAllByRole('listitem')
    .map((line) => line.textContent)
}

test('begins with what to watch today, how far, and why', async () => {
  const { user, played } = openPlan()
  await screen.findByRole('heading', { name: 'Today' })
  const today = screen.getByRole('heading', { name: 'Today' }).closest('section')
  expect(today).toHaveTextContent(
    'Navigation, 45 minTo the end. Exam on Sun 28 MarWatchAir Law, 30 minFrom 9 to 39 min. Open until Sun 11 AprWatch',
  )
  expect(today).not.toHaveTextContent('Where you stopped')
  await user.click(screen.getByRole('button', { name: 'Watch Navigation' }))
  expect(played).toEqual([2])
})

test('says why a film that closes later comes first', async () => {
  const videos = PLAN.videos.map((video) => ({ ...video, lastDay: `2027-04-0${4 - video.videoId}` }))
  const [day] = PLAN.days
  openPlan({ ...PLAN, videos, days: day ? [{ ...day, parts: day.parts.toReversed() }] : [] })
  await screen.findByRole('heading', { name: 'Today' })
  expect(screen.getByText('Where you stopped').parentElement).toHaveTextContent(
    /^Where you stoppedAir Law, 30 min/,
  )
})

test('lists the days to come by weekday, with exams and closings among them', async () => {
  openPlan()
  await screen.findByText(/^1 h 15 min a day\./)
  expect(linesOf('Day by day')).toEqual([
    'Sun 28 MarAir Law 45 min to the end',
    'Sun 28 MarExam: Navigation',
    'Sun 11 AprAir Law closes',
    'Tue 20 AprExam: Air lawAir Law closes 9 days before this exam',
    'Mon 3 Jan 2028Navigation closes',
  ])
})

test.each([
  ['2027-04-12', 'Mon 12 AprExam: Air lawAir Law closes 1 day before this exam'],
  ['2027-04-11', 'Sun 11 AprExam: Air law'],
])('an exam on %s says by how many days its film closes before it', async (day, line) => {
  openPlan({ ...PLAN, exams: [{ subject: 'air-law', day }] })
  await screen.findByText(/^1 h 15 min a day\./)
  expect(linesOf('Day by day')).toContain(line)
})

test('films that close on one day are one line', async () => {
  const day = '2027-04-11'
  openPlan({ ...PLAN, closings: [1, 2, 3].map((videoId) => ({ videoId, day })) })
  await screen.findByText(/^1 h 15 min a day\./)
  expect(linesOf('Day by day')).toContain('Sun 11 AprAir Law, Navigation and Meteorology close')
})

test('shows two weeks at first, and all when asked', async () => {
  const days = Array.from({ length: 30 }, (_, at) => ({
    day: `2027-04-${String(at + 1).padStart(2, '0')}`,
    parts: [{ videoId: 1, minutes: 15 }],
  }))
  const { user } = openPlan({ ...PLAN, days, closings: [], exams: [] })
  await user.click(await screen.findByRole('button', { name: 'Show all 30 lines' }))
  expect(linesOf('Day by day')).toHaveLength(30)
  expect(linesOf('Day by day').at(-1)).toBe('Fri 30 AprAir Law 15 min to the end')
})

test('keeps the fields of exams without a date behind one line', async () => {
  const { user } = openPlan()
  const more = await screen.findByText('Add an exam date')
  expect(screen.getByLabelText('Navigation')).toBeVisible()
  expect(screen.getByLabelText('Meteorology')).not.toBeVisible()
  await user.click(more)
  expect(screen.getByLabelText('Meteorology')).toBeVisible()
})

test('shows each date, what it clashes with, and saves all of them', async () => {
  const { user, server } = openPlan()
  const law = await screen.findByLabelText('Air law')
  expect(screen.getByText('All dates are optional: enter those you know.')).toBeVisible()
  expect(law).toHaveValue('2027-04-20')
  expect(law).toHaveAccessibleDescription('The film closes before this: watch it by 10 April 2027.')
  expect(screen.getByLabelText('Flight performance and planning')).toHaveAccessibleDescription(
    'No film of its own.',
  )
  fireEvent.change(law, { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('Meteorology'), { target: { value: '2027-05-02' } })
  await user.click(screen.getByRole('button', { name: 'Save the dates' }))
  await waitFor(() => expect(server.inputsOf('progress.plan')).toHaveLength(2))
  expect(server.inputsOf('progress.saveExamDates')).toMatchObject([
    {
      userId: SAM.id,
      dates: expect.arrayContaining([
        { subject: 'air-law', day: null },
        { subject: 'meteorology', day: '2027-05-02' },
        { subject: 'navigation', day: '2027-03-28' },
      ]),
    },
  ])
  expect(screen.getByText('Dates saved')).toBeVisible()
})

test('keeps what is typed, open and in focus when the saved plan comes late', async () => {
  let sendLate = (_: PlanOutput) => {}
  const late = new Promise<PlanOutput>((resolve) => {
    sendLate = resolve
  })
  let reads = 0
  const { user } = openPlan(() => (++reads > 1 ? late : PLAN))
  await user.click(await screen.findByText('Add an exam date'))
  fireEvent.change(screen.getByLabelText('Meteorology'), { target: { value: '2027-05-02' } })
  await user.click(screen.getByRole('button', { name: 'Save the dates' }))
  expect(await screen.findByText('Dates saved')).toBeVisible()
  const communications = screen.getByLabelText('Communications')
  await user.click(communications)
  fireEvent.change(communications, { target: { value: '2027-05-09' } })
  sendLate({ ...PLAN, exams: [...PLAN.exams, { subject: 'meteorology', day: '2027-05-02' }] })
  await expect.poll(() => linesOf('Day by day')).toContain('Sun 2 MayExam: Meteorology')
  expect(communications).toHaveFocus()
  expect(communications).toBeVisible()
  expect(communications).toHaveValue('2027-05-09')
  expect(screen.getByLabelText('Meteorology')).toBeVisible()
})

test('a date changed elsewhere is shown, but not over one that is typed here', async () => {
  let exams = PLAN.exams
  const { user } = openPlan(() => ({ ...PLAN, exams }))
  fireEvent.change(await screen.findByLabelText('Air law'), { target: { value: '2027-04-21' } })
  exams = [
    { subject: 'navigation', day: '2027-03-30' },
    { subject: 'air-law', day: '2027-04-22' },
  ]
  await user.click(screen.getByRole('button', { name: 'Save the dates' }))
  await waitFor(() => expect(screen.getByLabelText('Navigation')).toHaveValue('2027-03-30'))
  expect(screen.getByLabelText('Air law')).toHaveValue('2027-04-21')
})

test('a date out of reach opens the line it stands behind instead of stopping the save unseen', async () => {
  const { user, server } = openPlan()
  const meteorology = await screen.findByLabelText('Meteorology')
  fireEvent.change(meteorology, { target: { value: '1999-05-02' } })
  expect(meteorology).not.toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save the dates' }))
  expect(meteorology).toBeVisible()
  expect(server.inputsOf('progress.saveExamDates')).toEqual([])
})

test('where no exam has a date yet, the line is closed and saving is below it', async () => {
  openPlan({ ...PLAN, exams: [] })
  const button = await screen.findByRole('button', { name: 'Save the dates' })
  expect(button).toBeVisible()
  expect(button.closest('details')).toBeNull()
})

test('shows its rules with their source and the day they were checked', async () => {
  openPlan()
  expect(await screen.findByText(/^Nine papers\. All have to be passed within 18 months/)).toHaveTextContent(
    'until 30 September 2028. For the licence the passes count 24 months',
  )
  expect(screen.getByText(/Last checked \d+ \w+ 20\d\d\. The rules are changing/)).toBeVisible()
  expect(screen.getByRole('link', { name: /^UK Civil Aviation Authority/ })).toHaveAttribute(
    'href',
    expect.stringContaining('https://www.caa.co.uk/'),
  )
})

test('names what does not fit', async () => {
  const videos = PLAN.videos.map((video) => ({ ...video, minutesOver: video.videoId === 2 ? 80 : 0 }))
  openPlan({ ...PLAN, minutesADay: 120, videos })
  expect(
    await screen.findByText('Navigation: 1 h 20 min too much until 27 March 2027, at 2 h a day.'),
  ).toBeVisible()
})

test('without anything left it says so', async () => {
  openPlan({ ...PLAN, days: [], videos: [] })
  expect(await screen.findByText(/^Nothing is left to watch\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'My Videos' })).toHaveAttribute('href', '/dashboard')
})

test('where no film is open it says that, and leads to the films', async () => {
  openPlan({ ...PLAN, days: [], videos: [], closings: [], exams: [], allPassedBy: null })
  expect(await screen.findByText(/^No film is open yet\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See all films' })).toHaveAttribute('href', '/#videos')
  expect(screen.queryByText(/^Nothing is left/)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Day by day' })).toBeNull()
})

test('a plan that cannot be made is told, and tried again', async () => {
  openPlan('broken')
  expect(await screen.findByText('The plan could not be made')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a visitor is sent to sign in', async () => {
  const { address } = openPlan(PLAN, { status: 'signed-out', user: null })
  await waitFor(() => expect(address()).toBe('/login'))
})
