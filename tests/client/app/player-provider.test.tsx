import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PlayerProvider } from '#client/app/player-provider.tsx'
import { usePlayer } from '#client/lib/use-player.ts'
import { renderShop } from '#tests/client/features/player/student-shop.tsx'

const PLAYER = '#client/features/player/player-dialog.tsx'

afterEach(() => {
  vi.doUnmock(PLAYER)
})

function Watch() {
  const { play } = usePlayer()
  return (
    <button type="button" onClick={() => play(2)}>
      Watch
    </button>
  )
}

test('a player that cannot be loaded is said over the page, and loaded at the next press', async () => {
  vi.doMock(PLAYER, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { user } = renderShop({
    children: (
      <PlayerProvider>
        <Watch />
      </PlayerProvider>
    ),
  })
  await user.click(screen.getByRole('button', { name: 'Watch' }))
  expect(await screen.findByText('Video Not Available')).toBeVisible()
  vi.doMock(PLAYER, () => ({ PlayerDialog: () => <p>The player</p> }))
  await user.click(screen.getByRole('button', { name: 'Watch' }))
  expect(await screen.findByText('The player')).toBeVisible()
})

test('a player that breaks is closed, and the page stays', async () => {
  vi.doMock(PLAYER, () => ({
    PlayerDialog() {
      throw new Error('A piece of it is missing')
    },
  }))
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { user } = renderShop({
    children: (
      <PlayerProvider>
        <Watch />
      </PlayerProvider>
    ),
  })
  await user.click(screen.getByRole('button', { name: 'Watch' }))
  expect(await screen.findByText('Video Not Available')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Watch' })).toBeVisible()
  // React says what broke, and that a boundary caught it.
  said.mockClear()
})
