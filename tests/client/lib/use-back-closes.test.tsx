import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { hearHistoryFirst } from '#client/lib/history-moves.ts'
import { useBackCloses } from '#client/lib/use-back-closes.ts'

function Video() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h1>Films</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Sheet name="Film" onClose={() => setOpen(false)} />}
    </>
  )
}

function Sheet({ name, onClose }: { name: string; onClose: () => void }) {
  const [hasMore, setMore] = useState(false)
  useBackCloses(true, onClose)
  return (
    <section aria-label={name}>
      <button type="button" onClick={() => setMore(true)}>
        {`More on ${name}`}
      </button>
      <Link to="/other">Elsewhere</Link>
      {hasMore && <Sheet name="Piece" onClose={() => setMore(false)} />}
    </section>
  )
}

function openShop(at: string) {
  history.replaceState(null, '', at)
  hearHistoryFirst()
  render(
    <StrictMode>
      <BrowserRouter>
        <Routes>
          <Route path="/before" element={<Link to="/films">To the films</Link>} />
          <Route path="/films" element={<Video />} />
          <Route path="/other" element={<h1>Other</h1>} />
        </Routes>
      </BrowserRouter>
    </StrictMode>,
  )
  return userEvent.setup({ delay: null })
}

const sheet = (name: string) => screen.queryByRole('region', { name })
const isGone = (name: string) => waitFor(() => expect(sheet(name)).toBeNull())

it('closes what is on top, one at a time, and then goes back', async () => {
  const user = openShop('/before')
  await user.click(screen.getByRole('link', { name: 'To the films' }))
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('button', { name: 'More on Film' }))
  history.back()
  await isGone('Piece')
  expect(sheet('Film')).toBeVisible()
  await waitFor(() => expect(location.pathname).toBe('/films'))
  history.back()
  await isGone('Film')
  await waitFor(() => expect(location.pathname).toBe('/films'))
  expect(screen.getByRole('heading', { name: 'Films' })).toBeVisible()
  history.back()
  expect(await screen.findByRole('link', { name: 'To the films' })).toBeVisible()
})

it('stays in the shop on the first page of a visit', async () => {
  const user = openShop('/films')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const entries = history.length
  history.back()
  await isGone('Film')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(history.length).toBe(entries)
  history.back()
  await isGone('Film')
  expect(location.pathname).toBe('/films')
})

it('leaves links as they are', async () => {
  const user = openShop('/films')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeVisible()
  history.back()
  expect(await screen.findByRole('heading', { name: 'Films' })).toBeVisible()
})
