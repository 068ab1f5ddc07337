import { failureText } from '#client/features/admin/parts/failure.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'
import { type CampaignValues, EMPTY_CAMPAIGN, isWritten } from './campaign-form.ts'

type KeptDraft = {
  /** What the server calls it; null until it was saved once. */
  id: string | null
  /** What the server has. */
  values: CampaignValues
  savedAt: string | null
  /** Why what is written is not saved; null where it is. */
  error: string | null
}

type Save = (
  values: CampaignValues,
  known: Pick<KeptDraft, 'id' | 'savedAt'>,
) => Promise<{ id: string; savedAt: string }>

/** Refusals after which what is written goes on as a draft of its own. */
const PARTINGS = new Map([
  ['CAMPAIGN_NOT_FOUND', bulkEmailMessages.draftGone],
  ['CONFLICT', bulkEmailMessages.draftChanged],
])

const NONE: KeptDraft = { id: null, values: EMPTY_CAMPAIGN, savedAt: null, error: null }

/** Keeps what is written on the server, one save after the other, so that two never make two drafts of one campaign. */
export function createDraftKeeper(send: Save) {
  let state = NONE
  let last: Promise<void> = Promise.resolve()
  let sheet = 0
  const listeners = new Set<() => void>()

  function become(next: KeptDraft) {
    state = next
    for (const listener of listeners) listener()
  }

  async function saveNow(values: CampaignValues): Promise<void> {
    const mine = sheet
    if (isKept(values, state)) return
    try {
      const { id, savedAt } = await send(values, state)
      if (mine === sheet) become({ id, values, savedAt, error: null })
    } catch (error) {
      if (mine !== sheet) return
      const parting = PARTINGS.get(errorCode(error) ?? '')
      if (parting !== undefined) become({ ...state, id: null, savedAt: null, error: parting })
      else become({ ...state, error: failureText(error, bulkEmailMessages.draftFailed) })
    }
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Done when what is written is kept, or could not be. */
    save(values: CampaignValues): Promise<void> {
      last = last.then(() => saveNow(values))
      return last
    },
    /** Goes on with another draft, or with none. */
    open(draft: Partial<KeptDraft> = {}) {
      sheet += 1
      become({ ...NONE, ...draft })
    },
  }
}

/** Whether the server has all of it; an empty sheet is no draft. */
export function isKept(values: CampaignValues, { id, values: kept }: KeptDraft): boolean {
  return JSON.stringify(values) === JSON.stringify(kept) || (id === null && !isWritten(values))
}
