import { screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NotesScreen } from '#client/features/player/notes/notes-screen.tsx'
import { PlayerContext } from '#client/lib/use-player.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'
import type { QuestionsOutput } from '#shared/schemas/questions.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop, studentServer } from '#tests/client/features/player/student-shop.tsx'
import { refuse } from '#tests/support/fake-server.ts'

const AT = '2026-11-21T10:00:00.000Z'

type OwnQuestion = QuestionsOutput['own'][number]

const QUESTION: OwnQuestion = {
  id: 'asked',
  positionSeconds: 75,
  body: 'Is drift an angle?',
  createdAt: AT,
  answer: null,
  answeredAt: null,
}

const OWNED = makePageData()
  .videos.filter(({ id }) => id === 2)
  .map(({ slug: _slug, categorySlug: _category, pricePence: _price, ...playback }) => ({
    ...playback,
    expiresAt: '2027-01-03T12:00:00.000Z',
    daysRemaining: 43,
  }))

/** All notes of Sam, who has one on Navigation, and asked about videos 2 and 3. */
function openNotesScreen(
  own: Record<number, OwnQuestion[]> = {},
  { isBroken = false, isOpen = false, at = '/' } = {},
) {
  let kept: NoteOutput[] = [
    { id: 'one', videoId: 2, positionSeconds: 6, body: 'Drift', createdAt: AT, updatedAt: AT },
  ]
  const server = studentServer({
    progress: {
      videos: () => (isOpen ? OWNED : []),
      list: () => [],
      notes: ({ videoId }) => kept.filter((note) => note.videoId === videoId),
      questions: ({ videoId }) =>
        isBroken ? refuse('SERVICE_UNAVAILABLE') : { notes: [], own: own[videoId] ?? [] },
      saveNote: ({ body }) => {
        kept = kept.map((note) => ({ ...note, body }))
        const [note] = kept
        if (!note) throw new Error('There is no note')
        return note
      },
      removeNote: () => {
        kept = []
        return { success: true }
      },
      search: ({ text }) =>
        kept
          .filter(({ body }) => body.includes(text))
          .map(({ videoId, positionSeconds, body }) => ({
            kind: 'note',
            videoId,
            seconds: positionSeconds,
            text: body,
            pieces: body.split(new RegExp(`(${text})`)),
          })),
    },
  })
  const player = { play: vi.fn(), preview: () => undefined, ready: async () => undefined }
  const shop = renderShop({
    at,
    children: (
      <PlayerContext value={player}>
        <NotesScreen />
        <Query />
      </PlayerContext>
    ),
  })
  // The browser of the tests does not know <search>.
  vi.spyOn(console, 'error').mockClear()
  return { ...shop, server, player }
}

/** The question in the address. */
function Query() {
  return <output aria-label="Address">{useLocation().search}</output>
}

test('all notes give way to what is found; the same text asks again, none brings them back', async () => {
  const { user, server } = openNotesScreen()
  await user.type(await screen.findByRole('searchbox'), 'Drift{Enter}')
  const results = await screen.findByRole('region', { name: 'Places found in Navigation' })
  expect(results).toHaveTextContent('Drift')
  expect(screen.queryByRole('heading', { name: 'Your notes and questions' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit the note/ })).toBeNull()
  const asked = server.inputsOf('progress.search').length
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  await expect.poll(() => server.inputsOf('progress.search')).toHaveLength(asked + 1)
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Edit the note/ }))
  await user.type(screen.getByRole('textbox', { name: /^Note at/ }), ' angle')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: /^Edit the note/ })).toHaveFocus()
  await user.type(screen.getByRole('searchbox'), 'Drift{Enter}')
  await expect
    .poll(() => screen.queryByRole('region', { name: 'Places found in Navigation' })?.textContent)
    .toContain('Drift angle')
})

test('the words that were found are marked, and the whole row leads to its place', async () => {
  const { user, player } = openNotesScreen({}, { isOpen: true })
  await user.type(await screen.findByRole('searchbox'), 'Drift{Enter}')
  const row = await screen.findByRole('button', { name: 'Go to 6 seconds Your note Drift' })
  const found = within(row).getByText('Drift')
  expect(found.tagName).toBe('MARK')
  await user.click(found)
  expect(player.play).toHaveBeenCalledWith(2, 6)
})

test('on a phone its keyboard goes once it is asked: what is found has the focus', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = openNotesScreen({}, { isOpen: true })
  const box = await screen.findByRole('searchbox')
  await user.type(box, '{Enter}')
  expect(box, 'nothing is asked').toHaveFocus()
  await user.type(box, 'Drift{Enter}')
  const found = await screen.findByRole('heading', { name: '1 place' })
  expect(found.closest('[role="status"]')).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Go to 6 seconds Your note Drift' })).toHaveFocus()
})

test('the address keeps what was asked, and where nothing is found there is a way on', async () => {
  const { user } = openNotesScreen()
  const address = screen.getByLabelText('Address')
  await user.type(await screen.findByRole('searchbox'), 'Drift{Enter}')
  expect(await screen.findByRole('heading', { name: '1 place', level: 2 })).toBeVisible()
  expect(screen.getAllByText('1 place'), 'said once of a single film').toHaveLength(1)
  expect(address).toHaveTextContent('?q=Drift')
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'xylophone{Enter}')
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeVisible()
  expect(screen.getByText(/^Fewer or other words may help/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See all films' })).toBeVisible()
  expect(address).toHaveTextContent('?q=xylophone')
})

test('an address with a question asks it', async () => {
  openNotesScreen({}, { at: '/?q=Drift' })
  expect(await screen.findByRole('region', { name: 'Places found in Navigation' })).toHaveTextContent('Drift')
  expect(screen.getByRole('searchbox')).toHaveValue('Drift')
})

test('where there is nothing yet, it is said how a note is made, and the way there', async () => {
  const { user } = openNotesScreen({}, { isOpen: true })
  await user.click(await screen.findByRole('button', { name: /^Remove the note/ }))
  await user.click(screen.getByRole('button', { name: 'Remove for good' }))
  expect(await screen.findByText(/^Nothing yet/)).toBeVisible()
  expect(screen.getByText(/^Open a film, choose Notes beside it, and write/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'My Videos' })).toHaveAttribute('href', '/dashboard')
})

test('where no film is open the way leads to the films', async () => {
  const { user } = openNotesScreen()
  await user.click(await screen.findByRole('button', { name: /^Remove the note/ }))
  await user.click(screen.getByRole('button', { name: 'Remove for good' }))
  expect(await screen.findByRole('heading', { name: 'No film is open yet.' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See all films' })).toHaveAttribute('href', '/#videos')
  expect(screen.queryByRole('link', { name: 'My Videos' })).toBeNull()
})

test('the heading takes the focus of a note that is removed', async () => {
  const { user } = openNotesScreen()
  await user.click(await screen.findByRole('button', { name: /^Remove the note/ }))
  await user.click(screen.getByRole('button', { name: 'Remove for good' }))
  await expect.poll(() => screen.queryByText('Drift')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Your notes and questions' })).toHaveFocus()
})

test('questions that could not be loaded are not taken for notes', async () => {
  openNotesScreen({}, { isBroken: true })
  expect(await screen.findByText('Your questions could not be loaded')).toBeVisible()
  expect(screen.queryByText('Your notes could not be loaded')).toBeNull()
  expect(await screen.findByText('Drift')).toBeVisible()
})

test('own questions stand with their answers apart from the notes, in the film they are about', async () => {
  const answered = { ...QUESTION, id: 'two', body: 'And the wind?', answer: 'From its name.', answeredAt: AT }
  openNotesScreen({ 2: [QUESTION], 3: [answered] })
  const navigation = within(await screen.findByRole('region', { name: 'Navigation' }))
  const asked = within(await navigation.findByRole('list', { name: 'Your questions' }))
  expect(asked.getByText('Is drift an angle?')).toBeVisible()
  expect(asked.getByText('Not answered yet')).toBeVisible()
  expect(asked.queryByText('Drift')).toBeNull()
  const meteorology = within(screen.getByRole('region', { name: 'Meteorology' }))
  expect(meteorology.getByText('From its name.')).toBeVisible()
  expect(meteorology.queryByRole('button', { name: /^Edit the note/ })).toBeNull()
  expect(screen.queryByText(/^Nothing yet/)).toBeNull()
})
