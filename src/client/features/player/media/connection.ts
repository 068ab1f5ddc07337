import { z } from 'zod'

const networkInformation = z.object({
  downlink: z.number().positive().optional().catch(undefined),
  saveData: z.boolean().optional().catch(undefined),
})

/** What the browser knows of its line (WICG Network Information); Firefox and Safari say nothing. */
export function readConnection(): { megabits: number | null; isSaving: boolean } {
  const known = networkInformation.safeParse(Reflect.get(navigator, 'connection'))
  return { megabits: known.data?.downlink ?? null, isSaving: known.data?.saveData ?? false }
}
