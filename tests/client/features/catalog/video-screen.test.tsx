import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makePreview } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'

const piece = makePreview()

test('a video’s free piece plays on its page', async () => {
  renderShop({ at: '/videos/navigation', data: { snippets: [piece] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Watch a piece, free' }))
  const dialog = await screen.findByRole('dialog', { name: 'Navigation' })
  expect(dialog.querySelector('video')).toHaveAttribute('src', piece.src)
})

test('a video without one does not offer it', async () => {
  renderShop({ at: '/videos/air-law', data: { snippets: [piece] } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Air Law' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /free/ })).toBeNull()
})
