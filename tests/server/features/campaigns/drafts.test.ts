import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteDraft, saveDraft } from '#server/features/campaigns/drafts.ts'
import { presentDraft } from '#server/features/campaigns/present.ts'
import { findDraft, listDrafts } from '#server/features/campaigns/queries.ts'
import { saveDraftInput } from '#shared/schemas/campaigns.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { startTestCampaign } from './campaign.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

const save = (fields: object) => saveDraft(deps, { ...saveDraftInput.parse(fields), adminId })

describe('a draft', () => {
  it('is saved unfinished, as typed, and can be saved again', async () => {
    const { id } = await save({})
    deps.clock.advance(60_000)
    const html = '<script>not yet clean</script>'
    const again = await save({
      id,
      recipients: 'custom',
      htmlContent: html,
      customEmails: ['a@', 'b@example.com'],
    })
    expect(again).toEqual({ id, savedAt: deps.clock.now() })
    expect(presentDraft(await findDraft(deps, id))).toEqual({
      id,
      recipients: 'custom',
      subject: '',
      htmlContent: html,
      textContent: '',
      customEmails: ['a@', 'b@example.com'],
      basis: null,
      savedAt: deps.clock.now().toISOString(),
    })
  })

  it('is not overwritten by an editor that has not seen the latest version', async () => {
    const first = await save({ subject: 'One' })
    deps.clock.advance(60_000)
    const second = await save({ id: first.id, subject: 'Two', knownSavedAt: first.savedAt.toISOString() })
    deps.clock.advance(60_000)
    const late = save({ id: first.id, subject: 'Three', knownSavedAt: first.savedAt.toISOString() })
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(presentDraft(await findDraft(deps, first.id)).subject).toBe('Two')
    await save({ id: first.id, subject: 'Three', knownSavedAt: second.savedAt.toISOString() })
    expect(presentDraft(await findDraft(deps, first.id)).subject).toBe('Three')
  })

  it('is deleted once, and cannot be saved afterwards', async () => {
    const { id } = await save({ subject: 'Old' })
    expect(await deleteDraft(deps, id)).toEqual({ success: true })
    await expect(deleteDraft(deps, id)).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
    await expect(save({ id, subject: 'New' })).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
    expect((await listDrafts(deps)).map((draft) => draft.id)).not.toContain(id)
  })

  it('is not found once it was sent', async () => {
    const id = await startTestCampaign(deps, ['a@example.com'])
    await expect(findDraft(deps, id)).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
    await expect(deleteDraft(deps, id)).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
    await expect(save({ id, subject: 'Changed' })).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
  })
})
