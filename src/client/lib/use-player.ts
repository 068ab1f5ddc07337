import { createContext, useContext } from 'react'

export type Player = {
  /** Opens a video over the page; the server decides whether it plays. */
  play(videoId: number): void
}

export const PlayerContext = createContext<Player | null>(null)

export function usePlayer(): Player {
  const player = useContext(PlayerContext)
  if (player === null) throw new Error('usePlayer needs a PlayerProvider above it')
  return player
}
