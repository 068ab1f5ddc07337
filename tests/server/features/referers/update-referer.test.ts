import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewBankDetails } from '#server/features/referers/bank-changes.ts'
import { openBankDetails, sealBankDetails } from '#server/features/referers/bank-details.ts'
import { presentReferer } from '#server/features/referers/present.ts'
import { findReferer, listBankChanges } from '#server/features/referers/queries.ts'
import { createReferer } from '#server/features/referers/referers.ts'
import { signIn } from '#server/features/referers/sign-in.ts'
import { updateReferer } from '#server/features/referers/update-referer.ts'
import { createRefererInput, updateRefererInput } from '#shared/schemas/admin.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

function create(overrides: Record<string, unknown> = {}) {
  const input = createRefererInput.parse({
    name: 'Downwind Club',
    contactName: 'A Secretary',
    contactEmail: 'downwind@example.com',
    referralCode: 'downwind7',
    password: 'secret',
    ...overrides,
  })
  return createReferer(deps, { ...input, adminId })
}

/** The edit form as loaded from the server, with some fields changed. */
async function edit(id: string, changes: Record<string, unknown>) {
  const shown = presentReferer(await findReferer(deps, id))
  await updateReferer(deps, { ...updateRefererInput.parse({ ...shown, ...changes }), adminId })
  return deps.db.referer.findUniqueOrThrow({ where: { id } })
}

async function withBank() {
  const { id } = await makeReferer(deps)
  const details = {
    bankName: 'Bank of the Meadow',
    accountName: 'Flyers',
    sortCode: '123456',
    accountNumber: '01234567',
  }
  await deps.db.referer.update({
    where: { id },
    data: sealBankDetails(deps, { kind: 'Referer', id }, details),
  })
  return id
}

async function bankOf(id: string) {
  const { bankDetailsSealed } = await deps.db.referer.findUniqueOrThrow({ where: { id } })
  return bankDetailsSealed && openBankDetails(deps, { kind: 'Referer', id }, bankDetailsSealed)
}

describe('createReferer', () => {
  it('refuses a form that was loaded before another change', async () => {
    const { id } = await makeReferer(deps)
    const shown = presentReferer(await findReferer(deps, id))
    const save = (changes: Record<string, unknown>) =>
      updateReferer(deps, { ...updateRefererInput.parse({ ...shown, ...changes }), adminId })
    await save({ city: 'Great Byfield', isVatRegistered: true, vatNumber: 'GB111111162' })
    await expect(save({ contactName: 'B Secretary' })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { version } = presentReferer(await findReferer(deps, id))
    await save({ city: 'Byfield', version })
    // An older client sends no version.
    await save({ contactName: 'B Secretary', version: undefined })
    expect(await deps.db.referer.findUniqueOrThrow({ where: { id } })).toMatchObject({
      contactName: 'B Secretary',
      city: null,
    })
  })

  it('creates one with the given code and percentages, who must change the password', async () => {
    const created = await create({ commissionPercentage: 7.5 })
    expect(created).toEqual({ id: created.id, name: 'Downwind Club', referralCode: 'DOWNWIND7' })
    expect(await deps.db.referer.findUniqueOrThrow({ where: { id: created.id } })).toMatchObject({
      discountBps: 1_000,
      commissionBps: 750,
    })
    const who = { address: '192.0.2.1', userAgent: 'a test' }
    const { login } = await signIn(deps, { referralCode: 'Downwind7', password: 'secret', ...who })
    expect(login.mustChangePassword).toBe(true)
    expect(await deps.db.auditEntry.findFirst({ where: { subjectId: created.id } })).toMatchObject({
      action: 'referer.created',
      actorId: adminId,
    })
  })

  it('refuses a taken code or address', async () => {
    await create({ referralCode: 'ONCE1', contactEmail: 'once@example.com' })
    await expect(create({ referralCode: 'once1', contactEmail: 'other@example.com' })).rejects.toMatchObject({
      code: 'REFERRAL_CODE_TAKEN',
    })
    await expect(create({ referralCode: 'TWICE1', contactEmail: 'ONCE@example.com' })).rejects.toMatchObject({
      code: 'REFERER_EMAIL_TAKEN',
    })
  })

  it('creates one of five simultaneous referers with one address', async () => {
    const requests = [1, 2, 3, 4, 5].map((n) =>
      create({ referralCode: `RACE${n}`, contactEmail: 'race@example.com' }),
    )
    const created = await Promise.allSettled(requests)
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('updateReferer', () => {
  it('changes nothing for an unchanged form', async () => {
    const id = await withBank()
    const before = await deps.db.referer.findUniqueOrThrow({ where: { id } })
    expect(await edit(id, {})).toEqual(before)
    expect(await deps.db.auditEntry.count({ where: { subjectId: id } })).toBe(0)
  })

  it('writes typed fields, clears blank ones, and logs only the names of the fields', async () => {
    const id = await withBank()
    const after = await edit(id, { city: 'Crosswind', phoneNumber: ' ', discountPercentage: 12.5 })
    expect(after).toMatchObject({ city: 'Crosswind', phoneNumber: null, discountBps: 1_250 })
    const [entry] = await deps.db.auditEntry.findMany({ where: { subjectId: id } })
    expect(entry).toMatchObject({ action: 'referer.updated', details: { changed: 'city discountBps' } })
  })

  it('keeps masked numbers and missing percentages, and writes new numbers', async () => {
    const id = await withBank()
    const after = await edit(id, { accountNumber: '7654 3210'.replace(' ', ''), commissionPercentage: null })
    expect(after.commissionBps).toBe(500)
    expect(await bankOf(id)).toEqual({
      bankName: 'Bank of the Meadow',
      accountName: 'Flyers',
      sortCode: '123456',
      accountNumber: '76543210',
    })
    expect(after).toMatchObject({ bankSortCodeEnding: '56', bankAccountEnding: '3210' })
    // An admin who typed it has reviewed it.
    expect(await listBankChanges(deps)).toEqual([])
  })

  it('accepts first, partial and no bank details', async () => {
    const { id } = await makeReferer(deps)
    expect(await edit(id, { accountName: 'Flyers' })).toMatchObject({
      bankSortCodeEnding: null,
      hasWholeBank: false,
    })
    expect(await bankOf(id)).toMatchObject({ accountName: 'Flyers', sortCode: '', accountNumber: '' })
    const whole = { sortCode: '12-34-56', accountNumber: '01234567' }
    expect(await edit(id, whole)).toMatchObject({ hasWholeBank: true })
    expect(await bankOf(id)).toMatchObject({ sortCode: '123456', accountNumber: '01234567' })
    // Bank files have no letter for it.
    expect(await edit(id, { accountName: '飛行' })).toMatchObject({ hasWholeBank: false })
    const none = { bankName: null, accountName: null, sortCode: null, accountNumber: '' }
    expect(await edit(id, none)).toMatchObject({
      bankDetailsSealed: null,
      bankAccountEnding: null,
      hasWholeBank: false,
    })
  })

  it('marks a typed phone number as known, but not an unchanged one', async () => {
    const { id } = await makeReferer(deps, { phoneNumber: '07700 900999', phoneKnownBefore: '01632 960000' })
    expect(await edit(id, { city: 'Crosswind' })).toMatchObject({ phoneKnownBefore: '01632 960000' })
    expect(await edit(id, { phoneNumber: null })).toMatchObject({ phoneKnownBefore: '01632 960000' })
    const typed = { phoneNumber: '01632 960001', phoneKnownBefore: '01632 960001' }
    expect(await edit(id, { phoneNumber: '01632 960001' })).toMatchObject(typed)
    const cleared = { phoneNumber: null, phoneKnownBefore: null }
    expect(await edit(id, { phoneNumber: null })).toMatchObject(cleared)
  })

  it('refuses the address of another referer, and an unknown referer', async () => {
    const [one, other] = [await makeReferer(deps), await makeReferer(deps)]
    await expect(edit(one.id, { contactEmail: other.email })).rejects.toMatchObject({
      code: 'REFERER_EMAIL_TAKEN',
    })
    const input = updateRefererInput.parse({
      id: 'nobody',
      name: 'N',
      contactName: 'N',
      contactEmail: 'n@example.com',
    })
    await expect(updateReferer(deps, { ...input, adminId })).rejects.toMatchObject({
      code: 'REFERER_NOT_FOUND',
    })
  })

  it('ends a self-billing agreement only when the VAT number changes', async () => {
    const term = {
      selfBillingFrom: new Date('2026-01-01T00:00:00Z'),
      selfBillingUntil: new Date('2027-01-01T00:00:00Z'),
    }
    const vat = { isVatRegistered: true, vatNumber: 'GB111111162' }
    const { id } = await makeReferer(deps, { ...vat, ...term })
    expect(await edit(id, { city: 'Crosswind' })).toMatchObject(term)
    const after = await edit(id, { vatNumber: 'GB222222227' })
    expect(after.selfBillingUntil).toEqual(deps.clock.now())
  })
})

describe('a change of bank details by the referer', () => {
  it('waits in the list until an admin has reviewed this change', async () => {
    const id = await withBank()
    const changedAt = new Date('2026-11-20T09:00:00Z')
    await deps.db.referer.update({ where: { id }, data: { bankChangedAt: changedAt } })
    expect(await listBankChanges(deps)).toMatchObject([{ id, bankChangedAt: changedAt }])
    const stale = { id, changedAt: new Date('2026-11-19T09:00:00Z'), phoneNumber: null, adminId }
    await expect(reviewBankDetails(deps, stale)).rejects.toMatchObject({ code: 'CONFLICT' })
    const unknown = { id: 'nobody', changedAt, phoneNumber: null, adminId }
    await expect(reviewBankDetails(deps, unknown)).rejects.toMatchObject({ code: 'REFERER_NOT_FOUND' })
    await reviewBankDetails(deps, { id, changedAt, phoneNumber: null, adminId })
    expect(await listBankChanges(deps)).toEqual([])
  })

  it('marks the shown phone number as known, unless it was cleared or changed since', async () => {
    const changedAt = new Date('2026-11-20T09:00:00Z')
    const known = { phoneKnownBefore: '01632 960000', bankChangedAt: changedAt }
    const review = async (phoneNumber: string | null, shown: string | null) => {
      const { id } = await makeReferer(deps, { ...known, phoneNumber })
      await reviewBankDetails(deps, { id, changedAt, phoneNumber: shown, adminId })
      return (await deps.db.referer.findUniqueOrThrow({ where: { id } })).phoneKnownBefore
    }
    expect(await review('07700 900999', '07700 900999')).toBe('07700 900999')
    expect(await review('07700 900999', '01632 960002')).toBe('01632 960000')
    expect(await review(null, null)).toBe('01632 960000')
  })
})

describe('the mails of the back office', () => {
  it('a referer who is added gets the code, and no password', async () => {
    await create({ name: 'Upwind Club', contactEmail: 'upwind@example.com', referralCode: 'upwind7' })
    const mails = await readOutbox(deps, 'referer-added', 'upwind@example.com')
    expect(mails.map(({ props }) => props)).toMatchObject([
      { name: 'Upwind Club', referralCode: 'UPWIND7', discountPercent: 10, commissionPercent: 5 },
    ])
    expect(JSON.stringify(mails)).not.toContain('secret')
  })

  it('other bank details are told to the address of before and of now, nothing else is', async () => {
    const id = await withBank()
    const { contactEmail } = await deps.db.referer.findUniqueOrThrow({ where: { id } })
    await edit(id, { city: 'Little Crosswind' })
    expect(await readOutbox(deps, 'bank-details-changed', contactEmail)).toEqual([])
    await edit(id, { accountNumber: '76543210', contactEmail: 'moved@example.com' })
    await edit(id, { bankName: '', accountName: '', sortCode: '', accountNumber: '' })
    const propsTo = async (to: string) =>
      (await readOutbox(deps, 'bank-details-changed', to)).map(({ props }) => props)
    expect(await propsTo(contactEmail)).toMatchObject([{ accountEnding: '3210', isByAdmin: true }])
    expect(await propsTo('moved@example.com')).toMatchObject([
      { accountEnding: '3210', isByAdmin: true },
      { accountEnding: null, isByAdmin: true },
    ])
  })
})
