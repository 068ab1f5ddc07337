/** All made up; every address is at example.com, which receives no mail. */
const FIRST =
  `Ada Ben Cara Dev Ella Finn Gwen Hal Iris Joe Kit Lena Max Nia Owen Pia Quinn Ravi Suki Tom Uma Vic Wren Xan Yara Zoe
Amir Beth Callum Dora Emil Freya`.split(/\s+/)
const LAST =
  `Ashdown Birch Calder Dunn Everett Farrow Gale Hartley Ingram Jessop Kestrel Larkin Marsh Norwood Oakes Pryce Rowan
Swift Thorne Underhill Vale Winter Yates Alder Beck Crane Drake Fell Heron`.split(/\s+/)

/** The n-th person: a name, an address and a user name that no other has. */
export function person(n: number): { name: string; username: string; email: string } {
  const first = FIRST[n % FIRST.length] ?? ''
  const last = LAST[(n * 7 + Math.floor(n / FIRST.length)) % LAST.length] ?? ''
  const username = `${first}.${last}`.toLowerCase()
  return { name: `${first} ${last}`, username, email: `${username}@example.com` }
}

const bank = { bankAccountName: 'Club account', bankSortCode: '00-00-00' }

/** The three clubs that applied; the fourth is the demo's own. */
export const CLUBS = [
  {
    code: [0.11, 0.31, 0.71],
    form: {
      organizationName: 'Saltmarsh Aero Club',
      fullName: 'Robin Tideway',
      contactEmail: 'club@saltmarsh.example.com',
      phoneNumber: '01632 960101',
      businessName: 'Saltmarsh Aero Club Ltd',
      isVatRegistered: true,
      vatNumber: 'GB111111162',
      acceptedSelfBilling: true,
      businessAddressLine1: 'The Old Control Tower',
      businessCity: 'Saltmarsh',
      ...bank,
      bankAccountNumber: '10000001',
    },
  },
  {
    code: [0.52, 0.17, 0.83],
    form: {
      organizationName: 'Thistledown Flyers',
      fullName: 'Morag Thistle',
      contactEmail: 'hello@thistledown.example.com',
      phoneNumber: '01632 960102',
      businessName: 'Thistledown Flyers',
      businessAddressLine1: '3 Hangar Row',
      businessCity: 'Thistledown',
      ...bank,
      bankAccountNumber: '10000002',
    },
  },
  {
    code: [0.77, 0.44, 0.05],
    form: {
      organizationName: 'Crosswind Gliding Club',
      fullName: 'Glen Thermal',
      contactEmail: 'office@crosswind.example.com',
      phoneNumber: '01632 960103',
      businessName: 'Crosswind Gliding Club',
      businessAddressLine1: 'Ridge Field',
      businessCity: 'Little Crosswind',
      ...bank,
      bankAccountNumber: '10000003',
    },
  },
] as const

/** Who asks to become a referer later on. */
export const APPLICANTS = [
  ['Fogbank Flying Group', 'Misty Fogbank', 'hello@fogbank.example.com', '10000004'],
  ['Larkfield Aviators', 'Alf Larkfield', 'alf@larkfield.example.com', '10000005'],
  ['Tern Island Flying School', 'Tessa Tern', 'tessa@ternisland.example.com', '10000006'],
] as const

/** An application's form around what is given. */
export function clubForm(given: Record<string, unknown>): Record<string, unknown> {
  const password = 'hedges-below-the-windsock'
  return {
    applicantType: 'organization',
    password,
    confirmPassword: password,
    businessPostcode: 'ZZ9 9ZZ',
    acceptedTerms: true,
    confirmedAdult: true,
    isVatRegistered: false,
    ...given,
  }
}
