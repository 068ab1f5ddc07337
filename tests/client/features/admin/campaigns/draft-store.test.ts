import { TRPCClientError } from '@trpc/client'
import { expect, it } from 'vitest'
import { EMPTY_CAMPAIGN } from '#client/features/admin/campaigns/campaign-form.ts'
import { createDraftKeeper, isKept } from '#client/features/admin/campaigns/draft-store.ts'

const written = (subject: string) => ({ ...EMPTY_CAMPAIGN, subject })
const SAVED = { id: 'draft-1', savedAt: '2026-11-21T12:00:00.000Z' }

function refusal(code: string) {
  const error = { message: 'No', code: -32_000, data: { code, httpStatus: 404 } }
  return TRPCClientError.from({ error })
}

it('saves one after the other, so that a campaign is one draft', async () => {
  const sent: [string, string | null][] = []
  const keeper = createDraftKeeper(async ({ subject }, { id }) => {
    sent.push([subject, id])
    return SAVED
  })
  await Promise.all([keeper.save(written('F')), keeper.save(written('Fog')), keeper.save(written('Fog'))])
  expect(sent).toEqual([
    ['F', null],
    ['Fog', 'draft-1'],
  ])
  expect(isKept(written('Fog'), keeper.read())).toBe(true)
})

it('gives a save that comes late to no other sheet', async () => {
  const sent: [string, string | null][] = []
  let answer = () => {}
  const keeper = createDraftKeeper(async ({ subject }, { id }) => {
    sent.push([subject, id])
    if (subject === 'Fog') await new Promise<void>((done) => (answer = done))
    return SAVED
  })
  const late = keeper.save(written('Fog'))
  await Promise.resolve()
  keeper.open()
  answer()
  await late
  await keeper.save(written('Frost'))
  expect(sent).toEqual([
    ['Fog', null],
    ['Frost', null],
  ])
})

it('makes no draft of an empty sheet, but empties one there is', async () => {
  const sent: string[] = []
  const keeper = createDraftKeeper(async ({ subject }) => {
    sent.push(subject)
    return SAVED
  })
  await keeper.save(EMPTY_CAMPAIGN)
  expect(sent).toEqual([])
  await keeper.save(written('Fog'))
  await keeper.save(EMPTY_CAMPAIGN)
  expect(sent).toEqual(['Fog', ''])
})

it('keeps what is wrong until it is right again', async () => {
  let isBroken = true
  const keeper = createDraftKeeper(async () => {
    if (isBroken) throw refusal('DRAFTS_FULL')
    return SAVED
  })
  await keeper.save(written('Fog'))
  expect(keeper.read()).toMatchObject({ id: null, error: 'No' })
  isBroken = false
  await keeper.save(written('Fog'))
  expect(keeper.read()).toMatchObject({ id: 'draft-1', error: null })
})

it.each([
  ['is gone', 'CAMPAIGN_NOT_FOUND', 'This draft was sent or thrown away elsewhere.'],
  [
    'was changed elsewhere',
    'CONFLICT',
    'This draft was changed elsewhere. What stands here goes on as one of its own.',
  ],
])('begins a new draft where the one there was %s', async (_how, code, error) => {
  const known: [string | null, string | null][] = []
  let isRefused = false
  const keeper = createDraftKeeper(async (_values, { id, savedAt }) => {
    known.push([id, savedAt])
    if (isRefused && id !== null) throw refusal(code)
    return SAVED
  })
  await keeper.save(written('F'))
  isRefused = true
  await keeper.save(written('Fo'))
  expect(keeper.read()).toMatchObject({ id: null, error })
  await keeper.save(written('Fog'))
  expect(known).toEqual([
    [null, null],
    ['draft-1', SAVED.savedAt],
    [null, null],
  ])
  expect(keeper.read().error).toBeNull()
})
