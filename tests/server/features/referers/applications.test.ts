import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveApplication, rejectApplication } from '#server/features/referers/applications.ts'
import { openBankDetails } from '#server/features/referers/bank-details.ts'
import { findActiveCode } from '#server/features/referers/queries.ts'
import { signIn } from '#server/features/referers/sign-in.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { APPLICANT_PASSWORD, makeApplication } from './applications.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

const approve = (id: string, random?: () => number) =>
  approveApplication(deps, { id, adminId, adminNotes: null }, random)
const reject = (id: string, adminNotes: string | null = null) =>
  rejectApplication(deps, { id, adminId, adminNotes })
const audited = (id: string) =>
  deps.db.auditEntry.findMany({ where: { subjectId: id }, select: { action: true, actorId: true } })

describe('approveApplication', () => {
  it('creates the referer with the password of the application, and mails the code', async () => {
    const { id, email } = await makeApplication(deps)
    const decided = await approve(id, () => 0.41)
    expect(decided).toMatchObject({ id, status: 'approved', referralCode: 'MEADOWFL410' })
    const referer = await deps.db.referer.findUniqueOrThrow({ where: { id: decided.refererId ?? '' } })
    expect(referer).toMatchObject({
      name: 'Meadow Flying Club',
      contactName: 'Jo Secretary',
      contactEmail: email,
      fullBusinessName: 'Meadow Flying Club Ltd',
      addressLine1: '1 Meadow Lane',
      isVatRegistered: true,
      discountBps: 1_000,
      commissionBps: 500,
      mustChangePassword: false,
      bankSortCodeEnding: '56',
      hasWholeBank: true,
      bankChangedAt: null,
      phoneNumber: '01632 960000',
      phoneKnownBefore: '01632 960000',
      selfBillingFrom: new Date('2026-11-21T10:00:00.000Z'),
      selfBillingUntil: new Date('2027-11-21T10:00:00.000Z'),
    })
    const bank = openBankDetails(
      deps,
      { kind: 'Referer', id: referer.id },
      referer.bankDetailsSealed ?? new Uint8Array(),
    )
    expect(bank).toMatchObject({ sortCode: '123456', accountNumber: '01234567' })
    expect(await findActiveCode(deps.db, 'meadowfl410')).toMatchObject({ clubName: 'Meadow Flying Club' })
    const who = { address: '192.0.2.1', userAgent: 'a test' }
    const { login } = await signIn(deps, {
      referralCode: 'MEADOWFL410',
      password: APPLICANT_PASSWORD,
      ...who,
    })
    expect(login).toMatchObject({ id: referer.id, mustChangePassword: false })

    const [mail, ...others] = await readOutbox(deps, 'application-approved', email)
    expect(others).toEqual([])
    expect(mail?.props).toEqual({
      name: 'Meadow Flying Club',
      referralCode: 'MEADOWFL410',
      discountPercent: 10,
      commissionPercent: 5,
      isVatRegistered: true,
    })
    expect(await audited(id)).toEqual([{ action: 'application.approved', actorId: adminId }])
    const application = await deps.db.refererApplication.findUniqueOrThrow({ where: { id } })
    expect(application).toMatchObject({ decidedById: adminId, refererId: referer.id, passwordHash: '' })
  })

  it('names a person’s account after the person, and adds no self-billing they did not accept', async () => {
    const { id } = await makeApplication(deps, {
      applicantType: 'individual',
      organizationName: null,
      fullName: 'Ada Individual',
      acceptedSelfBilling: false,
    })
    const { refererId } = await approve(id)
    const referer = await deps.db.referer.findUniqueOrThrow({ where: { id: refererId ?? '' } })
    expect(referer).toMatchObject({ name: 'Ada Individual', selfBillingFrom: null, selfBillingUntil: null })
    expect(referer.referralCode).toMatch(/^ADAINDIV\d{1,3}$/)
  })

  it('tries another code where one is taken, and refuses where all are', async () => {
    const fill = { organizationName: 'Zephyr' }
    const numbers = [0.1, 0.1, 0.2]
    await approve((await makeApplication(deps, fill)).id, () => 0.1)
    const second = await approve((await makeApplication(deps, fill)).id, () => numbers.shift() ?? 0.3)
    expect(second.referralCode).toBe('ZEPHYR200')
    const { id } = await makeApplication(deps, fill)
    await expect(approve(id, () => 0.1)).rejects.toMatchObject({ code: 'REFERRAL_CODE_TAKEN' })
    expect(await deps.db.refererApplication.findUnique({ where: { id } })).toMatchObject({
      status: 'pending',
    })
  })

  it('happens once for simultaneous decisions', async () => {
    const { id, email } = await makeApplication(deps)
    const other = await makeAdmin(deps)
    const clicks = await Promise.allSettled([
      approve(id),
      approve(id),
      approveApplication(deps, { id, adminId: other.id, adminNotes: null }),
      reject(id),
    ])
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const click of clicks) {
      if (click.status === 'rejected') expect(click.reason).toMatchObject({ code: 'APPLICATION_DECIDED' })
    }
    const { status } = await deps.db.refererApplication.findUniqueOrThrow({ where: { id } })
    const count = await deps.db.referer.count({ where: { contactEmailKey: email } })
    expect(count).toBe(status === 'approved' ? 1 : 0)
    expect(await audited(id)).toHaveLength(1)
  })

  it('refuses an address of an active referer, but not of an ended one', async () => {
    const runs = await makeReferer(deps)
    const ended = await makeReferer(deps, { endedAt: deps.clock.now() })
    const first = await makeApplication(deps, { contactEmail: runs.email })
    await expect(approve(first.id)).rejects.toMatchObject({ code: 'REFERER_EMAIL_TAKEN' })
    const second = await makeApplication(deps, { contactEmail: ended.email })
    expect(await approve(second.id)).toMatchObject({ status: 'approved' })
  })

  it('does not find an unknown application', async () => {
    await expect(approve('nothing')).rejects.toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
    await expect(reject('nothing')).rejects.toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
  })
})

describe('rejectApplication', () => {
  it('mails the notes, creates no referer, and lets the address apply again', async () => {
    const { id, email } = await makeApplication(deps)
    const notes = 'We could not find the club.\nPlease send its number.'
    expect(await reject(id, notes)).toEqual({
      id,
      status: 'rejected',
      refererId: null,
      referralCode: null,
    })
    const [mail] = await readOutbox(deps, 'application-rejected', email)
    expect(mail?.props).toEqual({ name: 'Meadow Flying Club', notes })
    expect(await deps.db.referer.count({ where: { contactEmail: email } })).toBe(0)
    await expect(approve(id)).rejects.toMatchObject({ code: 'APPLICATION_DECIDED' })

    const again = await makeApplication(deps, { contactEmail: email })
    expect(await approve(again.id)).toMatchObject({ status: 'approved' })
    const rows = await deps.db.refererApplication.findMany({ where: { contactEmailKey: email } })
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['approved', 'rejected'])
  })
})
