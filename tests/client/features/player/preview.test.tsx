import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cartItems } from '#client/lib/stored.ts'
import { makePreview } from '#tests/client/app/page-data-fixture.ts'
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
  expect(document.title).toBe('Navigation: a free piece | Ground School')
  expect(dialog.queryByText(/% watched/)).toBeNull()
})

test('it ends on the drawing of its film, with the way into the cart and the price said once', async () => {
  const { user, media, dialog, video } = await watch('Watch a piece, free', snippet)
  media.reach(video, 20)
  const end = within(await dialog.findByRole('region', { name: 'After the preview' }))
  expect(end.getByText('The whole film: 112 minutes')).toBeVisible()
  expect(end.getAllByText(/£60/)).toHaveLength(1)
  expect(
    dialog.getByRole('region', { name: 'After the preview' }).querySelector('svg.drawing'),
  ).not.toBeNull()
  await user.click(end.getByRole('button', { name: 'Add to Cart, £60' }))
  expect(screen.queryByRole('dialog', { name: 'Navigation' })).toBeNull()
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
