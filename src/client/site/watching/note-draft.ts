import { z } from 'zod'
import { storedJson } from '#client/lib/storage.ts'
import { noteMaxLength } from '#shared/limits.ts'

const noteDraft = z.object({
  userId: z.string().max(64),
  videoId: z.int(),
  positionSeconds: z.number().min(0),
  body: z.string().max(noteMaxLength),
})

type NoteDraft = z.infer<typeof noteDraft>
type Whose = Pick<NoteDraft, 'userId' | 'videoId'>

/** Notes that are being written, one a video: they outlive the panel, the player and the page. */
export const noteDrafts = storedJson('note_draft', z.array(noteDraft).max(50))

export function findNoteDraft(drafts: NoteDraft[] | null, whose: Whose): NoteDraft | null {
  return drafts?.find((draft) => isOf(draft, whose)) ?? null
}

/** Keeps the words written beside a video in place of those before them; without words there is no draft. */
export function keepNoteDraft(draft: NoteDraft): void {
  const others = (noteDrafts.read() ?? []).filter((other) => !isOf(other, draft))
  const next = draft.body === '' ? others : [...others, draft].slice(-50)
  if (next.length === 0) noteDrafts.clear()
  else noteDrafts.write(next)
}

/** What has arrived is no draft any more, unless more was written since. */
export function forgetNoteDraft(sent: Whose & { body: string }): void {
  const kept = findNoteDraft(noteDrafts.read(), sent)
  if (kept?.body === sent.body) keepNoteDraft({ ...kept, body: '' })
}

function isOf(draft: NoteDraft, { userId, videoId }: Whose): boolean {
  return draft.userId === userId && draft.videoId === videoId
}
