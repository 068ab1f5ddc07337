import { submitApplication } from '#server/features/referers/submit-application.ts'
import { type RefererApplicationInput, refererApplicationInput } from '#shared/schemas/referer.ts'
import type { TestDeps } from '#tests/support/deps.ts'

let count = 0

export const APPLICANT_PASSWORD = 'hedges below the windsock'

/** The form of an applying organisation, with a new address. */
export function application(overrides: Record<string, unknown> = {}): RefererApplicationInput {
  count++
  return refererApplicationInput.parse({
    applicantType: 'organization',
    fullName: 'Jo Secretary',
    organizationName: 'Meadow Flying Club',
    contactEmail: `meadow${count}@example.com`,
    password: APPLICANT_PASSWORD,
    confirmPassword: APPLICANT_PASSWORD,
    phoneNumber: '01632 960000',
    businessName: 'Meadow Flying Club Ltd',
    businessNumber: '00000000',
    isVatRegistered: true,
    vatNumber: 'GB111111162',
    businessAddressLine1: '1 Meadow Lane',
    businessCity: 'Little Crosswind',
    businessPostcode: 'ZZ9 9ZZ',
    bankAccountName: 'Meadow Flyers',
    bankSortCode: '12-34-56',
    bankAccountNumber: '01234567',
    acceptedTerms: true,
    acceptedSelfBilling: true,
    confirmedAdult: true,
    ...overrides,
  })
}

/** A pending application. */
export async function makeApplication(
  deps: TestDeps,
  overrides: Record<string, unknown> = {},
): Promise<{ id: string; email: string }> {
  const input = application(overrides)
  const { id } = await submitApplication(deps, input)
  return { id, email: input.contactEmail }
}
