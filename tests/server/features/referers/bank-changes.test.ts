import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBankDetails } from '#server/features/referers/bank-details.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { REFERER_PASSWORD } from '#tests/support/factories/referer.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let shop: TestApp
let deps: TestDeps
beforeAll(async () => {
  shop = await createTestApp()
  deps = shop.shop.deps
})
afterAll(() => shop.close())

const mutate = (path: string, input: unknown) =>
  shop.call({ as: 'referer', path: `referer.${path}`, type: 'mutation', input })

async function account() {
  const answer = await shop.call({ as: 'referer', path: 'referer.account', type: 'query' })
  return answer.json().result.data.json
}

const own = () => deps.db.referer.findUniqueOrThrow({ where: { id: shop.people.referer.id } })

const bank = {
  currentPassword: REFERER_PASSWORD,
  bankName: 'Bank of the Meadow',
  accountName: 'Meadow Flyers',
  sortCode: '12-34-56',
  accountNumber: '01234567',
}

describe('a referer’s own account', () => {
  it('changes the details, but not name and email', async () => {
    const { referer } = shop.people
    const details = { contactName: 'New Secretary', city: 'Crosswind', name: 'Mine', contactEmail: 'x@y.zz' }
    expect((await mutate('changeDetails', details)).statusCode).toBe(200)
    expect(await account()).toMatchObject({
      name: referer.name,
      contactEmail: referer.email,
      contactName: 'New Secretary',
      city: 'Crosswind',
      country: 'United Kingdom',
    })
    const notes = await deps.db.auditEntry.findMany({ where: { action: 'referer.detailsChanged' } })
    expect(notes).toMatchObject([
      { actorId: referer.id, subjectId: referer.id, details: { changed: 'contactName city' } },
    ])
    expect((await mutate('changeDetails', details)).statusCode).toBe(200)
    expect(await deps.db.auditEntry.count({ where: { action: 'referer.detailsChanged' } })).toBe(1)
  })

  it('requires the VAT number of a registered referer', async () => {
    const answer = await mutate('changeDetails', { contactName: 'New Secretary', isVatRegistered: true })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('VAT number is required when VAT registered')
  })

  it('changes bank details with the password, sealed, masked on screen and waiting for a review', async () => {
    expect((await mutate('changeBankDetails', bank)).statusCode).toBe(200)
    const row = await own()
    expect(row).toMatchObject({
      bankChangedAt: deps.clock.now(),
      bankReviewedAt: null,
      hasWholeBank: true,
    })
    const opened = openBankDetails(
      deps,
      { kind: 'Referer', id: row.id },
      row.bankDetailsSealed ?? new Uint8Array(),
    )
    expect(opened).toMatchObject({ sortCode: '123456', accountNumber: '01234567' })
    expect(await account()).toMatchObject({
      accountName: 'Meadow Flyers',
      sortCode: '••-••-56',
      accountNumber: '••••4567',
      bankChangeWaits: true,
    })
    const [mail, ...others] = await readOutbox(deps, 'bank-details-changed', shop.people.referer.email)
    expect(others).toEqual([])
    expect(mail?.props).toMatchObject({ accountEnding: '4567', at: deps.clock.now().toISOString() })
    const listed = await shop.call({ as: 'admin', path: 'admin.bankChanges', type: 'query' })
    const [change] = listed.json().result.data.json
    expect(change).toMatchObject({ id: row.id, sortCode: '••-••-56', accountNumber: '••••4567' })
    const { id, changedAt } = change
    const input = { id, changedAt }
    await shop.call({ as: 'admin', path: 'admin.reviewBankChange', type: 'mutation', input })
    expect(await account()).toMatchObject({ bankChangeWaits: false })
  })

  it('keeps the known phone number for the admin, which the portal neither changes nor shows', async () => {
    const { id } = shop.people.referer
    const number = '01632 960000'
    await deps.db.referer.update({ where: { id }, data: { phoneNumber: number, phoneKnownBefore: number } })
    const details = { contactName: 'New Secretary', phoneNumber: ' ', phoneKnownBefore: '07700 900999' }
    expect((await mutate('changeDetails', details)).statusCode).toBe(200)
    expect((await mutate('changeBankDetails', bank)).statusCode).toBe(200)
    const listed = await shop.call({ as: 'admin', path: 'admin.bankChanges', type: 'query' })
    expect(listed.json().result.data.json).toMatchObject([
      { id, phoneNumber: null, phoneKnownBefore: '01632 960000' },
    ])
    const portal = await account()
    expect(portal.phoneNumber).toBeNull()
    expect(JSON.stringify(portal)).not.toContain('01632 960000')
  })

  it.each([
    [{ currentPassword: 'not the password' }, 403, 'That is not your current password.'],
    [{ sortCode: '12-34-5' }, 400, 'Sort code must be 6 digits'],
    [{ sortCode: '••-••-56' }, 400, 'Sort code must be 6 digits'],
    [{ accountNumber: '0123456' }, 400, 'Account number must be 8 digits'],
    [{ accountName: ' ' }, 400, 'Account name is required'],
  ])('refuses bank details with %o', async (wrong, status, message) => {
    const before = await own()
    const answer = await mutate('changeBankDetails', { ...bank, accountNumber: '99999999', ...wrong })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain(message)
    expect((await own()).bankAccountEnding).toBe(before.bankAccountEnding)
  })

  it('limits guesses at the password', async () => {
    const wrong = { ...bank, currentPassword: 'a guess' }
    const answers = []
    for (let tries = 0; tries < 12; tries++) answers.push(await mutate('changeBankDetails', wrong))
    expect(answers.at(-1)?.statusCode).toBe(429)
    await deps.limits.reset('signInAccount', `again:${shop.people.referer.id}`)
  })

  it('accepts self-billing for a year; another VAT number ends it', async () => {
    await mutate('changeDetails', { contactName: 'Jo', isVatRegistered: true, vatNumber: 'GB111111162' })
    expect((await mutate('acceptSelfBilling', { accepted: false })).statusCode).toBe(400)
    const answer = await mutate('acceptSelfBilling', { accepted: true })
    expect(answer.json().result.data.json).toEqual({ selfBillingUntil: '2027-11-21T10:00:00.000Z' })
    expect((await account()).selfBilling).toEqual({
      isInForce: true,
      from: '2026-11-21T10:00:00.000Z',
      until: '2027-11-21T10:00:00.000Z',
    })
    await mutate('changeDetails', { contactName: 'Jo', isVatRegistered: true, vatNumber: 'GB222222227' })
    expect((await account()).selfBilling).toMatchObject({
      isInForce: false,
      until: '2026-11-21T10:00:00.000Z',
    })
  })
})
