import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { rejectApplication } from '#server/features/referers/applications.ts'
import { openBankDetails } from '#server/features/referers/bank-details.ts'
import { submitApplication } from '#server/features/referers/submit-application.ts'
import { refererApplicationOutput } from '#shared/schemas/referer.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { APPLICANT_PASSWORD, application } from './applications.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const noDocument = () => Promise.reject(new Error('This mail has no document.'))
const submitted = { id: expect.any(String), status: 'pending', message: 'Application Submitted!' }

describe('submitApplication', () => {
  it('stores the application, sealed and hashed where it must be, and mails a receipt', async () => {
    const input = application()
    const answer = await submitApplication(deps, input)
    expect(refererApplicationOutput.parse(answer)).toEqual({
      id: answer.id,
      status: 'pending',
      message: 'Application Submitted!',
    })
    const row = await deps.db.refererApplication.findUniqueOrThrow({ where: { id: answer.id } })
    expect(row).toMatchObject({
      status: 'pending',
      contactEmail: input.contactEmail,
      businessCountry: 'United Kingdom',
      isVatRegistered: true,
      vatNumber: 'GB111111162',
      bankSortCodeEnding: '56',
      bankAccountEnding: '4567',
      termsVersion: '2025-07-01',
      acceptedTermsAt: deps.clock.now(),
      acceptedSelfBillingAt: deps.clock.now(),
      confirmedAdultAt: deps.clock.now(),
    })
    expect(await deps.passwords.verify(row.passwordHash, APPLICANT_PASSWORD)).toBe(true)
    expect(Buffer.from(row.bankDetailsSealed).includes('01234567')).toBe(false)
    const bound = { kind: 'RefererApplication', id: answer.id } as const
    expect(openBankDetails(deps, bound, row.bankDetailsSealed)).toEqual({
      bankName: null,
      accountName: 'Meadow Flyers',
      sortCode: '123456',
      accountNumber: '01234567',
    })
    const [mail] = await readOutbox(deps, 'application-received', input.contactEmail)
    expect(mail?.props).toEqual({})
    const [toInstructor] = await readOutbox(deps, 'application-waiting')
    expect(deps.queue.take('mail.send')).toEqual([{ outboxId: mail?.id }, { outboxId: toInstructor?.id }])
  })

  it('stores no organisation of a person, and no VAT number without a registration', async () => {
    const input = application({ applicantType: 'individual', isVatRegistered: false, vatNumber: 'GB999' })
    const { id } = await submitApplication(deps, { ...input, organizationName: 'Left Over Flying Club' })
    const row = await deps.db.refererApplication.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ organizationName: null, isVatRegistered: false, vatNumber: null })
  })

  it('mails the instructor each application, also after a rejected one, without bank details or password', async () => {
    const input = application({ businessCity: 'Upper Downwind' })
    const mails = async () =>
      (await readOutbox(deps, 'application-waiting', deps.config.seller.email)).filter(
        ({ props }) => props.town === 'Upper Downwind',
      )
    const { id } = await submitApplication(deps, input)
    await submitApplication(deps, input)
    expect((await mails()).map(({ props }) => props)).toEqual([
      {
        applicantType: 'organization',
        name: 'Meadow Flying Club',
        contactName: 'Jo Secretary',
        town: 'Upper Downwind',
        country: 'United Kingdom',
        at: deps.clock.now().toISOString(),
      },
    ])
    const { id: adminId } = await makeAdmin(deps)
    await rejectApplication(deps, { id, adminId, adminNotes: null })
    await submitApplication(deps, input)
    expect(await mails()).toHaveLength(2)
  })

  it('is stored once: the outbox erases the applicant when the instructor’s mail is sent', async () => {
    await submitApplication(deps, application({ fullName: 'Robin Runway' }))
    const mail = (await readOutbox(deps, 'application-waiting')).at(-1)
    const outboxId = mail?.id ?? ''
    expect(await sendMail(deps, { outboxId, renderDocument: noDocument })).toEqual({ status: 'sent' })
    const row = await deps.db.outboxMessage.findUniqueOrThrow({ where: { id: outboxId } })
    expect(row).toMatchObject({ status: 'sent', props: {}, toAddress: deps.config.seller.email })
  })

  it('stores a missing answer on age or self-billing as missing', async () => {
    const { id } = await submitApplication(
      deps,
      application({ confirmedAdult: null, acceptedSelfBilling: undefined }),
    )
    const row = await deps.db.refererApplication.findUniqueOrThrow({ where: { id } })
    expect([row.confirmedAdultAt, row.acceptedSelfBillingAt]).toEqual([null, null])
  })

  it('allows an address one pending application in any letter case, and reveals it only to its mailbox', async () => {
    const input = application()
    const { id } = await submitApplication(deps, input)
    const again = { ...input, contactEmail: input.contactEmail.toUpperCase(), fullName: 'Robin Second' }
    expect(await submitApplication(deps, again)).toEqual(submitted)
    expect(await submitApplication(deps, again)).toEqual(submitted)
    const rows = await deps.db.refererApplication.findMany({
      where: { contactEmailKey: input.contactEmail.toLowerCase() },
    })
    expect(rows).toMatchObject([{ id, fullName: input.fullName }])
    const mails = await readOutbox(deps, 'application-received', input.contactEmail)
    expect(mails.map(({ props }) => props)).toEqual([{}, { isAgain: true }])
  })

  it('accepts one of five simultaneous applications', async () => {
    const input = application()
    const answers = await Promise.all(Array.from({ length: 5 }, () => submitApplication(deps, input)))
    expect(answers).toEqual(answers.map(() => submitted))
    expect(await deps.db.refererApplication.count({ where: { contactEmail: input.contactEmail } })).toBe(1)
  })

  it('refuses a leaked password', async () => {
    const password = 'password123'
    const input = application({ password, confirmPassword: password })
    await expect(submitApplication(deps, input)).rejects.toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
  })

  it('works without a queue: the mail waits for the next requeue', async () => {
    deps.queue.setUnavailable(true)
    const input = application()
    await submitApplication(deps, input)
    deps.queue.setUnavailable(false)
    expect(await readOutbox(deps, 'application-received', input.contactEmail)).toHaveLength(1)
  })
})
