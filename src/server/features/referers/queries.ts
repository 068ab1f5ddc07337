import type { Deps } from '#server/deps.ts'
import { normaliseCode } from '#shared/commission/referral-code.ts'
import { clubVersion, type Versioned } from './club-version.ts'
import { openBankDetails } from './seal-bank-details.ts'

/** More clubs, and more applications, than one instructor will ever look after. */
const MOST_ROWS = 5_000

/** A referer as their own portal knows them. */
export const REFERER_FIELDS = {
  id: true,
  name: true,
  referralCode: true,
  commissionBps: true,
  mustChangePassword: true,
} as const

const CLUB_FIELDS = {
  id: true,
  name: true,
  contactEmail: true,
  contactName: true,
  fullBusinessName: true,
  tradingName: true,
  addressLine1: true,
  addressLine2: true,
  city: true,
  postcode: true,
  country: true,
  companyNumber: true,
  vatNumber: true,
  isVatRegistered: true,
  phoneNumber: true,
  bankDetailsSealed: true,
  bankSortCodeEnding: true,
  bankAccountEnding: true,
  referralCode: true,
  commissionBps: true,
  discountBps: true,
  endedAt: true,
} as const

const APPLICATION_FIELDS = {
  id: true,
  status: true,
  adminNotes: true,
  createdAt: true,
  applicantType: true,
  fullName: true,
  organizationName: true,
  contactEmail: true,
  phoneNumber: true,
  businessName: true,
  businessNumber: true,
  isVatRegistered: true,
  vatNumber: true,
  businessAddressLine1: true,
  businessAddressLine2: true,
  businessCity: true,
  businessPostcode: true,
  businessCountry: true,
  bankDetailsSealed: true,
  bankSortCodeEnding: true,
  bankAccountEnding: true,
} as const

/** A code that buyers can use now, with the percentages an order freezes. */
export type ActiveCode = {
  refererId: string
  code: string
  clubName: string
  contactEmailKey: string
  discountBps: number
  commissionBps: number
}

/** Looks a code up in any letter case; unknown and ended ones answer alike, with null. */
export async function findActiveCode(
  db: Pick<Deps['db'], 'referer'>,
  code: string,
): Promise<ActiveCode | null> {
  const referer = await db.referer.findUnique({
    where: { referralCode: normaliseCode(code) },
    select: {
      id: true,
      name: true,
      referralCode: true,
      contactEmailKey: true,
      discountBps: true,
      commissionBps: true,
      endedAt: true,
    },
  })
  if (!referer || referer.endedAt) return null
  return {
    refererId: referer.id,
    code: referer.referralCode,
    clubName: referer.name,
    contactEmailKey: referer.contactEmailKey,
    discountBps: referer.discountBps,
    commissionBps: referer.commissionBps,
  }
}

/** A referer whose agreement runs, as their own portal knows them; else null. */
export function findReferer(deps: Pick<Deps, 'db'>, refererId: string) {
  return deps.db.referer.findFirst({ where: { id: refererId, endedAt: null }, select: REFERER_FIELDS })
}

/** Whether there is, or was, a referer with this id. */
export async function isReferer(deps: Pick<Deps, 'db'>, refererId: string): Promise<boolean> {
  return (await deps.db.referer.count({ where: { id: refererId } })) === 1
}

export type ClubRow = Awaited<ReturnType<typeof findClub>>

/** Every referer by name, ended ones too. Of bank details, the names are opened and the numbers stay closed. */
export async function listClubs(deps: Pick<Deps, 'db' | 'seal'>): Promise<ClubRow[]> {
  const rows = await deps.db.referer.findMany({
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MOST_ROWS,
    select: CLUB_FIELDS,
  })
  return rows.map((row) => withBankNames(deps, row))
}

/** One of them. @throws when there is none */
export async function findClub(deps: Pick<Deps, 'db' | 'seal'>, id: string) {
  return withBankNames(deps, await deps.db.referer.findUniqueOrThrow({ where: { id }, select: CLUB_FIELDS }))
}

type OpenedBank = { bankName: string | null; accountName: string | null; version: string }

function withBankNames<R extends Versioned & { id: string }>(
  deps: Pick<Deps, 'seal'>,
  referer: R,
): Omit<R, 'bankDetailsSealed'> & OpenedBank {
  const { bankDetailsSealed, ...row } = referer
  const bank = bankDetailsSealed && openBankDetails(deps, { kind: 'Referer', id: row.id }, bankDetailsSealed)
  return {
    ...row,
    bankName: bank?.bankName ?? null,
    accountName: bank?.accountName ?? null,
    version: clubVersion(referer),
  }
}

export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number]

/** Every application, newest first, without its password; of bank details only the name is opened. */
export async function listApplications(deps: Pick<Deps, 'db' | 'seal'>) {
  const rows = await deps.db.refererApplication.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS,
    select: APPLICATION_FIELDS,
  })
  return rows.map(({ bankDetailsSealed, ...row }) => {
    const { accountName } = openBankDetails(
      deps,
      { kind: 'RefererApplication', id: row.id },
      bankDetailsSealed,
    )
    return { ...row, bankAccountName: accountName ?? '' }
  })
}

/** A referer as they see themselves; null once ended. Of bank details, the names are opened and the numbers stay closed. */
export async function findAccount(deps: Pick<Deps, 'db' | 'seal'>, refererId: string) {
  const row = await deps.db.referer.findFirst({
    where: { id: refererId, endedAt: null },
    select: {
      ...CLUB_FIELDS,
      mustChangePassword: true,
      bankChangedAt: true,
      bankReviewedAt: true,
      vatChangedAt: true,
      vatReviewedAt: true,
      selfBillingFrom: true,
      selfBillingUntil: true,
    },
  })
  return row && withBankNames(deps, row)
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Referers whose change of bank details no admin has looked at, the oldest change first. */
export function listBankChanges({ db }: Pick<Deps, 'db'>) {
  return db.referer.findMany({
    where: { bankChangedAt: { not: null }, bankReviewedAt: null },
    orderBy: [{ bankChangedAt: 'asc' }, { id: 'asc' }],
    take: MOST_ROWS,
    select: {
      id: true,
      name: true,
      bankChangedAt: true,
      bankSortCodeEnding: true,
      bankAccountEnding: true,
      phoneNumber: true,
      phoneKnownBefore: true,
    },
  })
}

export type BankChangeRow = Awaited<ReturnType<typeof listBankChanges>>[number]

/** Referers whose registration for VAT no admin has looked at, the oldest change first. */
export function listVatChanges({ db }: Pick<Deps, 'db'>) {
  return db.referer.findMany({
    where: { vatChangedAt: { not: null }, vatReviewedAt: null },
    orderBy: [{ vatChangedAt: 'asc' }, { id: 'asc' }],
    take: MOST_ROWS,
    select: { id: true, name: true, fullBusinessName: true, vatNumber: true, vatChangedAt: true },
  })
}

export type VatChangeRow = Awaited<ReturnType<typeof listVatChanges>>[number]
