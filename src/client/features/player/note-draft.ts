import { z } from 'zod'
import { noteMaxLength } from '#shared/limits.ts'
import { storedJson } from '../../lib/storage.ts'

/** What has arrived is no draft any more, unless more was written since. */
export function forgetNoteDraft({ videoId, body }: { videoId: number; body: string }): void {
  const kept = noteDraft.read()
  if (kept?.videoId === videoId && kept.body === body) noteDraft.clear()
}

/** A note that is being written: it outlives the panel, the player and the page. */
export const noteDraft = storedJson(
  'note_draft',
  z.object({
    userId: z.string().max(64),
    videoId: z.int(),
    positionSeconds: z.number().min(0),
    body: z.string().max(noteMaxLength),
  }),
)
