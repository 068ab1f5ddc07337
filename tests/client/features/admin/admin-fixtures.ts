import type { AdminSessionOutput } from '#shared/schemas/admin.ts'
import type {
  ApplicationOutput,
  RefererOutput,
  RefererQuarterOutput,
  RefererSummaryOutput,
} from '#shared/schemas/admin-reports.ts'
import type { MarkedPayoutOutput } from '#shared/schemas/payouts.ts'
import { type Answers, fakeServer } from '#tests/support/fake-server.ts'

export const ADMIN_EMAIL = 'instructor@example.com'

export const SIGNED_IN: AdminSessionOutput = {
  valid: true,
  requiresAuth: false,
  adminEmail: ADMIN_EMAIL,
  codeFreshUntil: '2026-11-21T21:00:00.000Z',
}

/** A dispute to which nothing was said yet. */
const NO_ANSWER = {
  amount: '60.00',
  dueAt: null,
  canAnswer: true,
  savedAt: null,
  submittedAt: null,
  submittedBy: null,
  texts: [],
}

/** Bank files as a plain CSV, from no account. */
const NO_SELLER_ACCOUNT = {
  layout: 'generic' as const,
  sortCode: null,
  accountNumber: null,
  accountName: null,
  serviceUserNumber: null,
}

export const SIGNED_OUT: AdminSessionOutput = {
  valid: false,
  requiresAuth: true,
  adminEmail: null,
  codeFreshUntil: null,
}

export function aReferer(over: Partial<RefererOutput> = {}): RefererOutput {
  return {
    id: 'club-hedgerow',
    name: 'Hedgerow Flying Club',
    contactEmail: 'secretary@example.com',
    contactName: 'Jo Secretary',
    fullBusinessName: null,
    tradingName: null,
    addressLine1: null,
    addressLine2: null,
    city: null,
    postcode: null,
    country: 'United Kingdom',
    companyNumber: null,
    vatNumber: null,
    isVatRegistered: false,
    phoneNumber: null,
    bankName: null,
    accountName: null,
    sortCode: null,
    accountNumber: null,
    referralCode: 'HEDGEROW17',
    commissionPercentage: 5,
    discountPercentage: 10,
    endedAt: null,
    version: 'v1',
    ...over,
  }
}

export function aSummary(over: Partial<RefererSummaryOutput> = {}): RefererSummaryOutput {
  return {
    club: aReferer(),
    totalCommission: '162.32',
    totalPaid: '52.90',
    unpaidCommission: '109.42',
    overpaidCommission: '0.00',
    commissionCount: 25,
    payoutCount: 2,
    ...over,
  }
}

/** As the list has it, with the warning of the answer that marks it. A bank file names it. */
export function aPayout(over: Partial<MarkedPayoutOutput> = {}): MarkedPayoutOutput {
  return {
    id: 'payout-q3',
    quarterYear: '2026-Q3',
    payoutAmount: '68.14',
    vatAmount: '0.00',
    totalPayoutAmount: '68.14',
    commissionCount: 9,
    status: 'pending',
    paidAt: null,
    createdAt: '2026-10-01T06:00:00.000Z',
    inBankFile: true,
    paidHow: null,
    paidNote: null,
    warning: null,
    ...over,
  }
}

export function aQuarter(
  quarterYear: string,
  earnedAmount: string,
  over: Partial<RefererQuarterOutput> = {},
): RefererQuarterOutput {
  return { quarterYear, sales: 1, earnedAmount, forfeitedAmount: '0.00', isUnprocessed: false, ...over }
}

export function anApplication(over: Partial<ApplicationOutput> = {}): ApplicationOutput {
  return {
    id: 'application-1',
    status: 'pending',
    adminNotes: null,
    createdAt: '2026-11-19T10:00:00.000Z',
    applicantType: 'organization',
    fullName: 'Alex Strip',
    organizationName: 'Crosswind Strip Owners',
    contactEmail: 'owners@example.com',
    phoneNumber: '01632 960000',
    businessName: 'Crosswind Strip Owners Ltd',
    businessNumber: null,
    isVatRegistered: false,
    vatNumber: null,
    businessAddressLine1: '1 Taxiway',
    businessAddressLine2: null,
    businessCity: 'Little Crosswind',
    businessPostcode: 'ZZ9 9ZZ',
    businessCountry: 'United Kingdom',
    bankAccountName: 'Crosswind Strip Owners',
    bankSortCode: '••-••-56',
    bankAccountNumber: '••••4321',
    acceptedTerms: true,
    ...over,
  }
}

type Admin = NonNullable<Answers['admin']>

/** The server of a back office with one referer and no sales; give what should differ. */
export function backOffice(admin: Admin = {}) {
  return fakeServer({
    admin: {
      session: () => SIGNED_IN,
      attention: { count: () => ({ count: 0 }), list: () => ({ items: [], hasMore: false }) },
      referersSummary: () => [aSummary()],
      refererApplications: () => [],
      unprocessedQuarters: () => [],
      missingBank: () => [],
      payoutRuns: () => [],
      bankFiles: () => [],
      sellerAccount: () => NO_SELLER_ACCOUNT,
      disputes: { evidence: ({ disputeId }) => ({ ...NO_ANSWER, disputeId }) },
      bankChanges: () => [],
      vatChanges: () => [],
      sessions: () => [],
      securityEvents: () => ({ events: [], nextCursor: null }),
      authenticator: () => ({ addedAt: null, recoveryCodesLeft: 0 }),
      refererPayouts: () => [],
      refererQuarters: () => [],
      ...admin,
      reports: {
        quarters: () => [],
        running: () => ({ quarterYear: '2026-Q4', finalPrice: '0.00' }),
        ...admin.reports,
      },
    },
  })
}
