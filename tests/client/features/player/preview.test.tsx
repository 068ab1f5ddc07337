import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '#client/app/app.tsx'
import { findRoute } from '#client/app/routes.tsx'
import { cartItems } from '#client/lib/stored.ts'
import { makePageData, makePreview } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'
import { fakeMedia } from './fake-media.ts'

const piece = makePreview({
  posterUrl: '/previews/navigation-snippet.jpg',
  captionsUrl: '/previews/navigation-snippet.vtt',
})
const CAPTIONS = `WEBVTT

00:00:00.000 --> 00:00:05.000
The wind moves the air.
`

async function watch(button: string, data: Parameters<typeof renderShop>[0]) {
  const media = fakeMedia({ duration: 20 })
  const server = fakeServer({}, async () => new Response(CAPTIONS))
  const { user } = renderShop(data)
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  const video = await waitFor(() => {
    const found = dialog.querySelector('video')
    if (!found) throw new Error('The player shows no film')
    return found
  })
  media.arrive(video)
  return { user, media, server, dialog: within(dialog), video }
}

const snippet = { at: '/videos/navigation', data: { snippets: [piece] } }

test('a preview plays in the player, with its still and its words', async () => {
  const { video, dialog } = await watch('Watch a piece, free', snippet)
  expect(video).toHaveAttribute('src', piece.src)
  expect(video).toHaveAttribute('poster', piece.posterUrl)
  await waitFor(() => expect(video.paused).toBe(false))
  expect(dialog.getByRole('slider', { name: 'Position' })).toBeVisible()
  expect(await dialog.findByText('The wind moves the air.')).toBeVisible()
  expect(dialog.queryByRole('tab')).toBeNull()
  expect(dialog.getByRole('heading', { name: 'Transcript' })).toBeVisible()
  expect(dialog.queryByRole('searchbox')).toBeNull()
  expect(document.title).toBe('Navigation: a free piece | Ground School')
  expect(dialog.queryByText(/% watched/)).toBeNull()
})

test('its end stands below the picture, with the way into the cart and the price said once', async () => {
  const { user, media, dialog, video } = await watch('Watch a piece, free', snippet)
  media.reach(video, 20)
  const end = within(await dialog.findByRole('region', { name: 'After the preview' }))
  expect(end.getByText('The whole film: 112 minutes')).toBeVisible()
  expect(end.getAllByText(/£60/)).toHaveLength(1)
  expect(video.closest('.screen')).not.toContainElement(end.getByRole('button', { name: 'Watch again' }))
  expect(dialog.getAllByText(/The whole film/), 'the row is there once').toHaveLength(1)
  await user.click(end.getByRole('button', { name: 'Add to Cart, £60' }))
  expect(screen.queryByRole('dialog', { name: 'Navigation: a free piece' })).toBeNull()
  expect(cartItems.read()).toMatchObject([{ video: { id: 2 }, quantity: 1 }])
})

test('nothing is saved of it', async () => {
  const { media, server, video } = await watch('Watch a piece, free', snippet)
  media.reach(video, 12)
  video.pause()
  media.reach(video, 20)
  expect(server.inputsOf('progress.save')).toEqual([])
  expect(server.inputsOf('progress.open')).toEqual([])
})

test('the introduction ends with the complete package', async () => {
  const promo = { ...piece, title: 'Introduction', categorySlug: null }
  const { user, media, dialog, video } = await watch('Watch the introduction', { data: { promo } })
  media.reach(video, 20)
  const end = within(await dialog.findByRole('region', { name: 'After the preview' }))
  expect(end.getByText(/for all seven films/)).toHaveTextContent('£340 for all seven films')
  await user.click(end.getByRole('button', { name: 'Add the Complete Package' }))
  await waitFor(() => expect(cartItems.read()).toHaveLength(7))
})

const PLAYER = '#client/features/player/player-dialog.tsx'
afterEach(() => {
  vi.doUnmock(PLAYER)
})

/** As a press before React is there leaves it: open, and played by the browser's own controls. No player comes. */
async function watchEarly() {
  vi.doMock(PLAYER, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const media = fakeMedia({ duration: 20 })
  fakeServer({})
  await findRoute(snippet.at)?.route.load()
  const app = (
    <MemoryRouter initialEntries={[snippet.at]}>
      <App data={makePageData(snippet.data)} />
    </MemoryRouter>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(app)
  const drawer = container.querySelector<HTMLDialogElement>('dialog#preview')
  const video = drawer?.querySelector('video')
  if (!drawer || !video) throw new Error('No drawer with the free piece')
  drawer.showModal()
  media.arrive(video)
  media.reach(video, 5)
  render(app, { container, hydrate: true })
  const dialog = within(await screen.findByRole('dialog', { name: 'Navigation: a free piece' }))
  // The development build of React remarks on `open`, which is meant.
  const said = vi.spyOn(console, 'error')
  expect(said).toHaveBeenCalledOnce()
  said.mockClear()
  return { user: userEvent.setup(), media, video, dialog }
}

test.each(['the film', 'its offer'])(
  'played early, its end takes the focus of %s, and gives it back',
  async (at) => {
    const { user, media, video, dialog } = await watchEarly()
    const offer = dialog.getByRole('button', { name: 'Add to Cart, £60' })
    act(() => (at === 'the film' ? video : offer).focus())
    media.reach(video, 20)
    expect(await dialog.findByRole('region', { name: 'After the preview' })).toHaveFocus()
    expect(video.parentElement?.contains(document.activeElement), 'covers nothing').toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Watch again' }))
    expect(dialog.queryByRole('region', { name: 'After the preview' })).toBeNull()
    expect(video).toHaveFocus()
  },
)

test('played early, its end leaves the focus on what stays', async () => {
  const { media, video, dialog } = await watchEarly()
  const close = dialog.getByRole('button', { name: 'Close' })
  act(() => close.focus())
  media.reach(video, 20)
  expect(await dialog.findByRole('region', { name: 'After the preview' })).toBeVisible()
  expect(close).toHaveFocus()
})
