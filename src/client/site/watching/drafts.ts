import { type StoredValue, storedJson } from '#client/lib/storage.ts'
import { noteMaxLength, questionMaxLength } from '#shared/limits.ts'
import { fields, list, number, shape, text, wholeNumber } from '#shared/schemas/shape.ts'

type Draft = { userId: string; videoId: number; positionSeconds: number; body: string }
type Drafts = StoredValue<Draft[]>
type Whose = Pick<Draft, 'userId' | 'videoId'>

/** Notes that are being written, one a video: they outlive the panel, the player and the page. */
export const noteDrafts = storedDrafts('note_draft', noteMaxLength)

/** Questions to the instructor that are being written, likewise. */
export const questionDrafts = storedDrafts('question_draft', questionMaxLength)

function storedDrafts(key: string, maxLength: number): Drafts {
  const draft = fields<Draft>({
    userId: text(64),
    videoId: wholeNumber,
    positionSeconds: (value) => Math.max(0, number(value)),
    body: text(maxLength),
  })
  return storedJson(key, shape(list(draft, 50)))
}

export function findDraft(drafts: Draft[] | null, whose: Whose): Draft | null {
  return drafts?.find((draft) => isOf(draft, whose)) ?? null
}

/** Keeps the words written beside a video in place of those before them; without words there is no draft. */
export function keepDraft(drafts: Drafts, draft: Draft): void {
  const others = (drafts.read() ?? []).filter((other) => !isOf(other, draft))
  const next = draft.body === '' ? others : [...others, draft].slice(-50)
  if (next.length === 0) drafts.clear()
  else drafts.write(next)
}

/** What has arrived is no draft any more, unless more was written since. */
export function forgetDraft(drafts: Drafts, sent: Whose & { body: string }): void {
  const kept = findDraft(drafts.read(), sent)
  if (kept?.body === sent.body) keepDraft(drafts, { ...kept, body: '' })
}

function isOf(draft: Draft, { userId, videoId }: Whose): boolean {
  return draft.userId === userId && draft.videoId === videoId
}
