import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDuration } from '#client/lib/format.ts'
import { answersOf, findRow, type Having, OPEN_UNTIL, openDashboard, videos } from './open-dashboard.tsx'

test('what was played is what counts as watched', async () => {
  const played = { progress: 90, watchedSeconds: 300, durationSeconds: 1_200 }
  const progress = [
    { videoId: 1, ...played, completed: true },
    { videoId: 2, ...played },
  ]
  openDashboard(answersOf({ ids: [1, 2], progress }))
  for (const title of ['Air Law', 'Navigation']) {
    const row = await findRow(title)
    const { duration = 0 } = videos.find((video) => video.title === title) ?? {}
    expect(row.getByText(new RegExp(`${duration / 4} of ${duration} min`))).toBeVisible()
    expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  }
})

test('one button goes on where the student stopped last, and says what closes first and what is left', async () => {
  const progress = [
    { videoId: 1, progress: 50, updatedAt: '2026-11-02T10:00:00.000Z' },
    { videoId: 2, progress: 25, updatedAt: '2026-11-03T10:00:00.000Z' },
    { videoId: 3, progress: 99, completed: true, updatedAt: '2026-11-04T10:00:00.000Z' },
  ]
  const answers = answersOf({ ids: [1, 2, 3], progress })
  const owned = answers.videos().map((video) => ({
    ...video,
    expiresAt: video.id === 2 ? '2026-12-01T10:00:00.000Z' : OPEN_UNTIL,
  }))
  const { user, played } = openDashboard({ ...answers, videos: () => owned })
  const now = within(await screen.findByRole('region', { name: 'What now' }))
  const [law, navigation] = videos
  const left = Math.ceil((law?.duration ?? 0) / 2) + Math.ceil((navigation?.duration ?? 0) * 0.75)
  expect(now.getByText(/closes first/)).toHaveTextContent('Navigation closes first, on 1 Dec 2026')
  expect(now.getByText(/left in all/)).toHaveTextContent(`${formatDuration(left)} left in all.`)
  expect(now.getByRole('link')).toHaveAttribute('href', '/plan')
  expect(document.querySelectorAll('.btn-go')).toHaveLength(1)
  await user.click(now.getByRole('button', { name: 'Continue watching Navigation' }))
  expect(played).toEqual([2])
})

test.each<[string, Record<number, string>, string]>([
  ['one that is finished is not named', { 3: '2026-12-01' }, 'Four films close on 3 Jan 2027'],
  ['one that closes later', { 3: '2026-12-01', 2: '2026-12-02' }, 'Navigation closes on 2 Dec 2026'],
  [
    'two',
    { 2: '2026-12-02', 4: '2026-12-02' },
    'Navigation and Principles of Flight close first, on 2 Dec 2026',
  ],
  ['three', { 2: '2026-12-02', 4: '2026-12-02', 1: '2026-12-02' }, 'Three films close first, on 2 Dec 2026'],
])('what closes first: %s', async (_, days, said) => {
  const progress = [{ videoId: 3, progress: 99, completed: true, updatedAt: '2026-11-04T10:00:00.000Z' }]
  const answers = answersOf({ ids: [1, 2, 3, 4, 5], progress })
  const owned = answers.videos().map((video) => ({
    ...video,
    expiresAt: days[video.id] ? `${days[video.id]}T10:00:00.000Z` : OPEN_UNTIL,
  }))
  openDashboard({ ...answers, videos: () => owned })
  const now = within(await screen.findByRole('region', { name: 'What now' }))
  expect(await now.findByText(/ closes? (first, )?on/)).toHaveTextContent(said)
})

test.each<[string, Having, RegExp]>([
  ['begins with the first film', { ids: [2, 3] }, /^NextNavigation\d+ minStartAll close on 3 Jan 2027/],
  ['has nothing where all is watched', { ids: [1], progress: [{ completed: true }] }, /^NextAll watched/],
  ['has nothing where all is closed', { closedIds: [1] }, /^NextNo film is open/],
])('the button %s', async (_case, having, words) => {
  openDashboard(answersOf(having))
  const now = await screen.findByRole('region', { name: 'What now' })
  expect(now.textContent).toMatch(words)
})
