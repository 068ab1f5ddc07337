import { z } from 'zod'
import { storedJson, useStored } from '#client/lib/storage.ts'

/** How large captions are drawn; each has its rule in the style sheet. */
export const CAPTION_SIZES = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
  { value: 'huge', label: 'Very large' },
] as const

/** What captions are drawn on. */
export const CAPTION_CONTRASTS = [
  { value: 'standard', label: 'White on see-through black' },
  { value: 'strong', label: 'White on black' },
  { value: 'yellow', label: 'Yellow on black' },
] as const

const playerSettings = z.object({
  rate: z.number().min(0.5).max(2).default(1),
  volume: z.number().min(0).max(1).default(1),
  isMuted: z.boolean().default(false),
  hasCaptions: z.boolean().default(false),
  captionSize: z.enum(['small', 'medium', 'large', 'huge']).default('medium'),
  captionContrast: z.enum(['standard', 'strong', 'yellow']).default('standard'),
  /** The most lines of picture a person wants; null leaves the choice to the player. */
  mostHeight: z.int().min(1).max(10_000).nullable().default(null),
  /** Whether the next video begins by itself; null as long as none was chosen: on desktops it does. */
  playsNext: z.boolean().nullable().default(null),
})

type PlayerSettings = z.output<typeof playerSettings>

const DEFAULTS = playerSettings.parse({})
const stored = storedJson('player_settings', playerSettings)

/** How a person likes their videos, kept in the browser. */
export function usePlayerSettings(): PlayerSettings {
  return useStored(stored) ?? DEFAULTS
}

export function changePlayerSettings(change: Partial<PlayerSettings>): void {
  stored.write({ ...(stored.read() ?? DEFAULTS), ...change })
}
