import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makePreview } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'

const piece = makePreview()

test('a video’s free piece plays on its page', async () => {
  renderShop({ at: '/videos/navigation', data: { snippets: [piece] } })
  const picture = await screen.findByRole('button', { name: 'Watch a piece, free' })
  expect(picture.querySelector('svg.drawing')).not.toBeNull()
  await userEvent.click(picture)
  const dialog = await screen.findByRole('dialog', { name: 'Navigation: a free piece' })
  expect(dialog.querySelector('video')).toHaveAttribute('src', piece.src)
})

test('a video without one does not offer it', async () => {
  renderShop({ at: '/videos/air-law', data: { snippets: [piece] } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Air Law' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /free/ })).toBeNull()
})

const chapters = {
  2: [
    { startSeconds: 0, title: 'What the wind does' },
    { startSeconds: 3_672, title: 'Draw the triangle' },
  ],
}

test('the page of a video has its chapters, and who teaches once that is known', async () => {
  const instructor = { name: 'Alex Example', licence: 'FI(A), CPL(A)', pictureUrl: '/instructor' }
  const { container, unmount } = renderShop({ at: '/videos/navigation', data: { chapters, instructor } })
  const list = (await screen.findByRole('heading', { name: 'Chapters' })).nextElementSibling
  expect(Array.from(list?.children ?? [], ({ textContent }) => textContent)).toEqual([
    '0:00What the wind does',
    '1:01:12Draw the triangle',
  ])
  expect(screen.getByText('Taught by Alex Example')).toBeVisible()
  expect(screen.getByText('FI(A), CPL(A)')).toBeVisible()
  expect(container.querySelector('img[src="/instructor"]')).not.toBeNull()
  unmount()

  renderShop({ at: '/videos/air-law', data: { chapters: { 1: [] } } })
  await screen.findByRole('heading', { level: 1, name: 'Air Law' })
  expect(screen.queryByRole('heading', { name: 'Chapters' })).toBeNull()
  expect(screen.queryByText(/Taught by/)).toBeNull()
})

test.each([
  [[2], 1],
  [[1], 0],
])(
  'where the demo plays samples of the films %j it says so of Navigation %d times',
  async (sampleVideoIds, times) => {
    renderShop({ at: '/videos/navigation', data: { chapters, sampleVideoIds } })
    await screen.findByRole('heading', { name: 'Chapters' })
    expect(
      screen.queryAllByText('Of the short sample that this demo plays in place of the film.'),
    ).toHaveLength(times)
  },
)

test('the notice of what was added leads to the cart, and the button stays in the track’s colour', async () => {
  renderShop({ at: '/videos/navigation' })
  await userEvent.click(await screen.findByRole('button', { name: /^Add to Cart/ }))
  expect(await screen.findByRole('button', { name: 'Already in Cart: view it' })).toHaveClass('btn-in-cart')
  await userEvent.click(await screen.findByRole('button', { name: 'View Cart' }))
  expect(await screen.findByRole('dialog', { name: 'Your Cart' })).toBeVisible()
})

test('a closer look at a video has its chapters and its free piece', async () => {
  const server = fakeServer({ catalog: { chapters: () => chapters } })
  renderShop({ data: { snippets: [piece] } })
  expect(server.inputsOf('catalog.chapters')).toEqual([])
  await userEvent.click((await screen.findAllByRole('link', { name: 'Navigation' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Navigation' }))
  expect(await dialog.findByRole('heading', { name: 'Chapters', level: 3 })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Watch a piece, free' }))
  await waitFor(() => expect(document.querySelector('video')).toHaveAttribute('src', piece.src))
})
