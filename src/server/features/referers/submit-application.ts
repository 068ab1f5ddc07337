import type { z } from 'zod'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { refuseCommonPassword } from '#server/features/accounts/passwords.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { newId } from '#server/infra/ids.ts'
import { refererApplicationMessages } from '#shared/messages/referer-application.ts'
import type { RefererApplicationInput, refererApplicationOutput } from '#shared/schemas/referer.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { checkBankAccount, sealBankDetails } from './bank-details.ts'

type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'seal' | 'config' | 'queue' | 'log'>

/** The referer terms in force, by the day they took effect (requirements §9). */
const TERMS_VERSION = '2025-07-01'

/**
 * Creates an application to become a referer. The unique key allows an address one pending application: a second gets the
 * same answer, and one mail to the address says so. After a decision the address may apply again.
 *
 * @throws ShopError BANK_ACCOUNT_INVALID, PASSWORD_TOO_COMMON
 */
export async function submitApplication(
  deps: SubmitDeps,
  input: RefererApplicationInput,
): Promise<z.output<typeof refererApplicationOutput>> {
  const contactEmailKey = keyOf(input.contactEmail)
  const { bankSortCode: sortCode, bankAccountNumber: accountNumber } = input
  checkBankAccount({ sortCode, accountNumber, field: 'bankAccountNumber' })
  await refuseCommonPassword(input.password)
  const passwordHash = await deps.passwords.hash(input.password)
  const application = newApplication(deps, { input, contactEmailKey, passwordHash })

  const outboxIds = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.refererApplication.createMany({ data: application, skipDuplicates: true })
    return count === 0 ? [await queueRepeatMail(tx, deps, application)] : queueMails(tx, deps, application)
  })
  await enqueueOutbox(deps, outboxIds)
  return { id: application.id, status: 'pending', message: refererApplicationMessages.submittedTitle }
}

/** Step: writes the mails to the applicant and to the instructor. */
async function queueMails(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  application: ReturnType<typeof newApplication>,
) {
  const { id, fullName } = application
  const name = application.organizationName ?? fullName
  const receipt = await queueMail(tx, deps, {
    template: 'application-received',
    to: application.contactEmail,
    props: {},
    dedupeKey: `application:${id}:received`,
  })
  const notice = await queueMail(tx, deps, {
    template: 'application-waiting',
    to: deps.config.seller.email,
    props: {
      applicantType: application.applicantType,
      name,
      contactName: fullName,
      town: application.businessCity,
      country: application.businessCountry,
      at: application.createdAt.toISOString(),
    },
    dedupeKey: `application:${id}:waiting`,
  })
  return [receipt, notice]
}

/** Step: writes the mail about a pending application, once for each of them. */
async function queueRepeatMail(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { contactEmailKey }: { contactEmailKey: string },
) {
  const waiting = await tx.refererApplication.findFirst({
    where: { contactEmailKey, status: 'pending' },
    select: { id: true, contactEmail: true },
  })
  // It was decided at this moment: the next request gets through.
  if (!waiting) throw new ShopError('CONFLICT')
  return queueMail(tx, deps, {
    template: 'application-received',
    to: waiting.contactEmail,
    props: { isAgain: true },
    dedupeKey: `application:${waiting.id}:again`,
  })
}

type Application = { input: RefererApplicationInput; contactEmailKey: string; passwordHash: string }

function newApplication(
  deps: Pick<Deps, 'clock' | 'seal'>,
  { input, contactEmailKey, passwordHash }: Application,
) {
  const now = deps.clock.now()
  const id = newId(now)
  const { password, confirmPassword, acceptedTerms, acceptedSelfBilling, confirmedAdult, ...form } = input
  const { bankAccountName: accountName, bankSortCode, bankAccountNumber, ...details } = form
  const bank = { bankName: null, accountName, sortCode: bankSortCode, accountNumber: bankAccountNumber }
  return {
    ...details,
    id,
    status: 'pending' as const,
    // A person's form may still hold a name from another choice.
    organizationName: details.applicantType === 'organization' ? details.organizationName : null,
    contactEmailKey,
    passwordHash,
    vatNumber: details.isVatRegistered ? details.vatNumber : null,
    ...sealBankDetails(deps, { kind: 'RefererApplication', id }, bank),
    termsVersion: TERMS_VERSION,
    acceptedTermsAt: now,
    acceptedSelfBillingAt: acceptedSelfBilling ? now : null,
    confirmedAdultAt: confirmedAdult ? now : null,
    createdAt: now,
  }
}
