import { z } from 'zod'
import { storedJson, useStored } from '#client/lib/storage.ts'
import { CAPTION_CONTRASTS, CAPTION_SIZES } from './caption-look.ts'

const playerSettings = z.object({
  rate: z.number().min(0.5).max(2),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  hasCaptions: z.boolean(),
  captionSize: z.enum(CAPTION_SIZES).default('medium'),
  captionContrast: z.enum(CAPTION_CONTRASTS).default('standard'),
  /** The most lines of picture a person wants; null leaves the choice to the player. */
  mostHeight: z.int().min(1).max(10_000).nullable().default(null),
})

export type PlayerSettings = z.output<typeof playerSettings>

const DEFAULTS: PlayerSettings = {
  rate: 1,
  volume: 1,
  isMuted: false,
  hasCaptions: false,
  captionSize: 'medium',
  captionContrast: 'standard',
  mostHeight: null,
}

const stored = storedJson('player_settings', playerSettings)

/** How a person likes their videos, kept in the browser. */
export function usePlayerSettings(): PlayerSettings {
  return useStored(stored) ?? DEFAULTS
}

export function changePlayerSettings(change: Partial<PlayerSettings>): void {
  stored.write({ ...(stored.read() ?? DEFAULTS), ...change })
}
