import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsOf } from '#tests/server/features/documents/pdf/sample-documents.ts'
import { application } from '#tests/server/features/referers/applications.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { makeCommission } from './ledger.ts'

let shop: TestApp
let deps: TestDeps
let refererId: string
beforeAll(async () => {
  shop = await createTestApp()
  deps = shop.shop.deps
  refererId = shop.people.referer.id
})
afterAll(() => shop.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
const admin = (method: Method, path: string, body?: unknown) =>
  shop.send({ as: 'admin', method, url: `/api/admin/${path}`, body })

describe('from the application to the document, over REST', () => {
  it('applies, is approved, earns, is paid and downloads', async () => {
    const { acceptedSelfBilling: _, ...fields } = application({ contactEmail: 'walk@example.com' })
    const applied = await shop.send({ method: 'POST', url: '/api/referer-applications', body: fields })
    expect(applied.json()).toMatchObject({ status: 'pending' })
    const { id } = applied.json()
    const again = await shop.send({ method: 'POST', url: '/api/referer-applications', body: fields })
    expect([again.statusCode, again.json().message]).toEqual([200, applied.json().message])
    const listed = await shop.send({ as: 'admin', url: '/api/admin/referer-applications' })
    expect(listed.json()).toHaveLength(1)
    const approved = await admin('PUT', `referer-applications/${id}`, { status: 'approved' })
    const { referralCode, refererId: clubId } = approved.json()
    expect(approved.json()).toMatchObject({ id, status: 'approved' })
    const twice = await admin('PUT', `referer-applications/${id}`, { status: 'rejected' })
    expect(twice.statusCode).toBe(409)

    const login = await shop.send({
      method: 'POST',
      url: '/api/clubs/login',
      body: { referralCode: ` ${referralCode.toLowerCase()} `, password: fields.password },
    })
    const headers = { authorization: JSON.stringify(login.json()) }
    await makeCommission(deps, {
      refererId: clubId,
      at: new Date('2026-08-10T09:00:00Z'),
      entries: [{ kind: 'earned', pence: 1_234 }],
    })
    expect((await admin('GET', 'unprocessed-quarters')).json()).toEqual([
      { quarterYear: '2026-Q3', commissionCount: 1, commissionAmount: '12.34' },
    ])
    const generated = await admin('POST', 'generate-quarterly-payouts', { quarterYear: '2026-Q3' })
    expect(generated.json()).toMatchObject({
      quarterYear: '2026-Q3',
      carriedForward: 0,
      payouts: [{ payoutAmount: '12.34', vatAmount: '2.47', totalPayoutAmount: '14.81' }],
    })
    expect((await admin('GET', 'unprocessed-quarters')).json()).toEqual([])
    const payoutId = generated.json().payouts[0].id
    const invoice = () => shop.send({ url: `/api/clubs/invoice/${payoutId}`, headers })
    expect((await invoice()).statusCode).toBe(404)
    const paidAt = '2026-11-20T15:00:00.000Z'
    const paid = await admin('PATCH', `payout-status/${payoutId}`, { status: 'paid', paidAt })
    expect(paid.json()).toMatchObject({ id: payoutId, status: 'paid', paidAt })

    const document = await invoice()
    expect(document.headers['content-type']).toBe('application/pdf')
    expect(document.headers['content-disposition']).toMatch(/^attachment; filename="PAY-\d{6}\.pdf"$/)
    // Without the agreement the referer sends an invoice.
    expect((await wordsOf(document.rawPayload)).join(' ')).toContain('£12.34 and £2.47 VAT, £14.81 in all')
    const payouts = await shop.send({ url: `/api/clubs/payouts/${clubId}`, headers })
    expect(payouts.json()).toMatchObject([{ id: payoutId, status: 'paid', paidAt }])
    const theirs = await shop.send({ as: 'referer', url: `/api/clubs/invoice/${payoutId}` })
    expect(theirs.statusCode).toBe(404)

    const back = await admin('PATCH', `payout-status/${payoutId}`, { status: 'pending', paidAt: null })
    expect(back.json()).toMatchObject({ status: 'pending', paidAt: null })
    expect((await admin('POST', `mark-paid/${payoutId}`)).json()).toMatchObject({ status: 'paid' })
  })

  it('creates and edits a referer, with bank numbers masked in the response', async () => {
    const form = { name: 'Base Leg Club', contactEmail: 'base@example.com', contactName: 'B' }
    const made = await admin('POST', 'referers', { ...form, referralCode: 'base1', password: 'secret' })
    expect(made.json()).toMatchObject({ name: 'Base Leg Club', referralCode: 'BASE1' })
    const bank = { sortCode: '12-34-56', accountNumber: '01234567' }
    const edited = await admin('PUT', `clubs/${made.json().id}`, { ...form, ...bank })
    expect(edited.json()).toMatchObject({ sortCode: '••-••-56', accountNumber: '••••4567' })
  })

  it.each([
    ['a quarter that runs', '2026-Q4', 409, 'This quarter is not over yet.'],
    ['a label without its year', 'Q3', 400, 'Please give the quarter as year and number, like 2026-Q3.'],
  ])('refuses to close %s', async (_what, quarterYear, status, message) => {
    const answer = await admin('POST', 'generate-quarterly-payouts', { quarterYear })
    expect([answer.statusCode, answer.json().message]).toEqual([status, message])
  })
})

describe('a step-up that is too old', () => {
  it.each<[Method, string]>([
    ['PUT', 'clubs/made-up'],
    ['PATCH', 'payout-status/made-up'],
    ['POST', 'mark-paid/made-up'],
  ])('is asked for again before anything is looked at: %s %s', async (method, path) => {
    const stepUpAt = new Date(deps.clock.now().getTime() - 12 * 60 * 60_000 - 1)
    const { token } = await makeSession(deps, { adminId: shop.people.admin.id }, { stepUpAt })
    const headers = { cookie: `admin_session=${token}` }
    const answer = await shop.send({ method, url: `/api/admin/${path}`, body: {}, headers })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ message: 'Please confirm with a new code', requiresCode: true })
  })
})

describe('the portal over tRPC', () => {
  it('shows a referer their own money alone', async () => {
    const other = await makeReferer(deps)
    const sale = { at: new Date('2026-10-02T09:00:00Z') }
    await makeCommission(deps, { ...sale, refererId, entries: [{ kind: 'earned', pence: 250 }] })
    await makeCommission(deps, { ...sale, refererId: other.id, entries: [{ kind: 'earned', pence: 900 }] })
    const answer = await shop.call({ as: 'referer', path: 'referer.portal', type: 'query' })
    expect(answer.json().result.data.json).toMatchObject({
      totals: { totalCommission: '2.50', thisQuarter: { quarterYear: '2026-Q4', amount: '2.50' } },
      states: { open: '2.50', carriedForward: '0.00', due: '0.00', paid: '0.00' },
      referrals: [{ commissionAmount: '2.50', state: 'earned', waitsForFee: false }],
      payouts: [],
    })
  })

  it('ends with the referer: the same session header is refused', async () => {
    const { id } = await makeReferer(deps)
    const { token } = await makeSession(deps, { refererId: id })
    const headers = { authorization: JSON.stringify({ id, token }) }
    const ask = () => shop.send({ url: `/api/clubs/referrals/${id}`, headers })
    expect((await ask()).statusCode).toBe(200)
    const input = { id, reason: null }
    const ended = await shop.call({ as: 'admin', path: 'admin.endReferer', type: 'mutation', input })
    expect(ended.json().result.data.json).toMatchObject({ id, forfeitedAmount: '0.00' })
    expect((await ask()).statusCode).toBe(401)
  })
})
