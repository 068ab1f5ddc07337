import { screen, within } from '@testing-library/react'
import { SiteHeader } from '#client/app/frame/site-header.tsx'
import { RefererPortalScreen } from '#client/features/referer/referer-portal-screen.tsx'
import type { RefererLoginOutput } from '#shared/schemas/referer.ts'
import type { RefererAccountOutput, RefererPortalOutput } from '#shared/schemas/referer-portal.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, fakeServer } from '#tests/support/fake-server.ts'

export const LOGIN: RefererLoginOutput = {
  id: 'referer-hedgerow',
  name: 'Hedgerow Flying Club',
  referralCode: 'HEDGEROW17',
  commissionPercentage: 5,
  token: 'token-of-hedgerow',
  mustChangePassword: false,
}

const { mustChangePassword: _mustChangePassword, ...SESSION } = LOGIN

export const ACCOUNT: RefererAccountOutput = {
  id: LOGIN.id,
  name: LOGIN.name,
  contactEmail: 'secretary@example.com',
  contactName: 'Jo Secretary',
  fullBusinessName: 'Hedgerow Flying Club Ltd',
  tradingName: null,
  addressLine1: '1 Meadow Lane',
  addressLine2: null,
  city: 'Little Crosswind',
  postcode: 'ZZ9 9ZZ',
  country: 'United Kingdom',
  companyNumber: null,
  vatNumber: 'GB111111162',
  isVatRegistered: true,
  phoneNumber: null,
  bankName: null,
  accountName: 'Hedgerow Flyers',
  sortCode: '••-••-56',
  accountNumber: '••••4567',
  referralCode: LOGIN.referralCode,
  commissionPercentage: 5,
  discountPercentage: 10,
  mustChangePassword: false,
  bankChangeWaits: false,
  vatChangeWaits: false,
  selfBilling: { isInForce: false, from: null, until: null },
}

const referral = {
  id: 'c1',
  purchaseId: '0199f2c1d4e87abc8def0123456789ab',
  commissionAmount: '12.51',
  earnedAmount: '12.51',
  reversedAmount: '0.00',
  correctedAmount: '0.00',
  paidOutAmount: '0.00',
  working: { paid: '321.30', vat: '53.55', cardFee: '17.55', net: '250.20', percent: 5 },
  linkName: null,
  createdAt: '2026-11-14T10:00:00.000Z',
  state: 'earned',
  waitsForFee: false,
} as const

const payout = {
  id: 'p3',
  quarterYear: '2026-Q3',
  payoutAmount: '68.14',
  vatAmount: '13.63',
  totalPayoutAmount: '81.77',
  commissionCount: 9,
  status: 'pending',
  paidAt: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  document: null,
} as const

/** Every state an amount can be in. */
export const PORTAL: RefererPortalOutput = {
  totals: {
    totalCommission: '162.32',
    totalPaid: '52.90',
    totalUnpaid: '109.42',
    thisQuarter: { quarterYear: '2026-Q4', amount: '41.28' },
  },
  states: { open: '32.52', carriedForward: '8.76', due: '68.14', paid: '52.90', forfeited: '0.00' },
  referrals: [
    { ...referral, waitsForFee: true },
    { ...referral, id: 'c2', state: 'carriedForward', commissionAmount: '8.76', earnedAmount: '8.76' },
    {
      ...referral,
      id: 'c3',
      state: 'due',
      commissionAmount: '10.41',
      earnedAmount: '12.51',
      reversedAmount: '-2.10',
      paidOutAmount: '10.41',
    },
    {
      ...referral,
      id: 'c4',
      state: 'paid',
      commissionAmount: '2.20',
      earnedAmount: '2.20',
      correctedAmount: '-0.03',
    },
    { ...referral, id: 'c5', state: 'reversed', commissionAmount: '0.00', reversedAmount: '-12.51' },
  ],
  months: [
    { month: '2026-10', amount: '-1.00' },
    { month: '2026-11', amount: '41.28' },
  ],
  links: [
    { name: 'spring-newsletter', customers: 3, amount: '31.10' },
    { name: null, customers: 2, amount: '10.18' },
  ],
  payouts: [
    payout,
    {
      ...payout,
      id: 'p2',
      quarterYear: '2026-Q2',
      payoutAmount: '52.90',
      vatAmount: '0.00',
      totalPayoutAmount: '52.90',
      status: 'paid',
      paidAt: '2026-07-08T09:00:00.000Z',
      document: { number: 'CS-000004', kind: 'commissionStatement' },
    },
  ],
}

export const NOTHING: RefererPortalOutput = {
  totals: {
    totalCommission: '0.00',
    totalPaid: '0.00',
    totalUnpaid: '0.00',
    thisQuarter: { quarterYear: '2026-Q4', amount: '0.00' },
  },
  states: { open: '0.00', carriedForward: '0.00', due: '0.00', paid: '0.00', forfeited: '0.00' },
  referrals: [],
  months: [{ month: '2026-11', amount: '0.00' }],
  links: [],
  payouts: [],
}

type Opening = { referer?: Answers['referer']; isSignedIn?: boolean; at?: string }

/** With the header, where the way out is. */
function PortalInShop() {
  return (
    <>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <RefererPortalScreen />
      </main>
    </>
  )
}

/** The portal of a referer who is signed in, unless the test says otherwise. */
export function openPortal({ referer = {}, isSignedIn = true, at = '/club-portal' }: Opening = {}) {
  if (isSignedIn) localStorage.setItem('referer_session', JSON.stringify(SESSION))
  const server = fakeServer({
    referer: { account: () => ACCOUNT, portal: () => PORTAL, ...referer },
  })
  return { server, user: openScreen({ Screen: PortalInShop, at }) }
}

export async function findPart(heading: string) {
  return within(await screen.findByRole('region', { name: heading }))
}

export async function findNotice() {
  return within(await screen.findByRole('region', { name: /Notices/ }))
}

/** The session JSON that the browser keeps. */
export function keptSession(): unknown {
  return JSON.parse(localStorage.getItem('referer_session') ?? 'null')
}
