import { z } from 'zod'
import { storedJson, useStored } from '../../lib/storage.ts'

const playerSettings = z.object({
  rate: z.number().min(0.5).max(2),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  hasCaptions: z.boolean(),
})

export type PlayerSettings = z.output<typeof playerSettings>

const DEFAULTS: PlayerSettings = { rate: 1, volume: 1, isMuted: false, hasCaptions: false }

const stored = storedJson('player_settings', playerSettings)

/** How a person likes their films, kept in the browser. */
export function usePlayerSettings(): PlayerSettings {
  return useStored(stored) ?? DEFAULTS
}

export function changePlayerSettings(change: Partial<PlayerSettings>): void {
  stored.write({ ...(stored.read() ?? DEFAULTS), ...change })
}
