import { CLUB_PASSWORD } from './visitors.ts'

/** A club with its code, and what share it had since when. */
export type Club = {
  id: string
  code: string
  details: ReturnType<typeof clubDetails>
  shares: { since: Date; percent: number }[]
}

/** Clubs of the simulation, by their numbers. */
export const CLUBS = ['Meadow', 'Orchard', 'Harbour'] as const

export const clubDetails = (n: number, isVatRegistered: boolean) => ({
  ...CLUB,
  organizationName: `${CLUBS[n]} Flying Club`,
  businessName: `${CLUBS[n]} Flying Club`,
  contactEmail: `${CLUBS[n]?.toLowerCase()}@example.com`,
  bankAccountNumber: `0100000${n}`,
  isVatRegistered,
  vatNumber: isVatRegistered ? 'GB111111162' : null,
  acceptedSelfBilling: isVatRegistered,
})

/** The number of a club's bank account, by the club's address. */
export const accountOf = (email: string): string =>
  CLUBS.map((_, n) => clubDetails(n, false)).find(({ contactEmail }) => contactEmail === email)
    ?.bankAccountNumber ?? ''

const CLUB = {
  applicantType: 'organization',
  fullName: 'Jo Secretary',
  organizationName: 'Meadow Flying Club',
  contactEmail: 'meadow@example.com',
  password: CLUB_PASSWORD,
  confirmPassword: CLUB_PASSWORD,
  phoneNumber: '01632 960000',
  businessName: 'Meadow Flying Club',
  businessAddressLine1: '1 Meadow Lane',
  businessCity: 'Little Crosswind',
  businessPostcode: 'ZZ9 9ZZ',
  bankAccountName: 'Meadow Flyers',
  bankSortCode: '00-00-00',
  acceptedTerms: true,
  confirmedAdult: true,
}
