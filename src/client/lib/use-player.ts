import { createContext, type ReactNode, useContext } from 'react'
import type { Preview } from '#shared/schemas/catalog.ts'

/** What is for sale below a preview, and, with `again`, at its end; `close` closes the player. */
export type PreviewOffer = (close: () => void, again?: () => void) => ReactNode

/** How far a preview has come that was played before the player was there. */
export type Begun = { atSeconds: number; isPaused: boolean }

export type Player = {
  /** Opens a video over the page, at a second or where it was left; the server decides whether it plays. */
  play(videoId: number, atSeconds?: number): void
  /** Opens a preview over the page, at its beginning or where it has come to. */
  preview(preview: Preview, offer: PreviewOffer, begun?: Begun): void
  /** Done when the player has come, so that it opens at once. */
  ready(): Promise<void>
}

export const PlayerContext = createContext<Player | null>(null)

export function usePlayer(): Player {
  const player = useContext(PlayerContext)
  if (player === null) throw new Error('usePlayer needs a PlayerProvider above it')
  return player
}
