import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { normaliseCode } from '#shared/commission/referral-code.ts'
import { openBankDetails } from './bank-details.ts'

/** More referers and applications than one instructor ever has. */
const MOST_ROWS = 5_000

/** The fields of a referer for their own portal. */
export const PORTAL_FIELDS = columns('id', 'name', 'referralCode', 'commissionBps', 'mustChangePassword')

export type PortalRow = NonNullable<Awaited<ReturnType<typeof findPortalReferer>>>

const ADDRESS = ['addressLine1', 'addressLine2', 'city', 'postcode', 'country'] as const
const NAMES = ['contactName', 'fullBusinessName', 'tradingName', 'phoneNumber'] as const
/** The details that referers change themselves. */
const DETAILS = [...NAMES, ...ADDRESS, 'companyNumber', 'isVatRegistered', 'vatNumber'] as const
export const DETAIL_FIELDS = columns(...DETAILS)

/** The columns that the back office's form writes, bank details apart. */
const VERSIONED = [...DETAILS, 'name', 'contactEmail', 'commissionBps', 'discountBps'] as const

type Versioned = Record<(typeof VERSIONED)[number], string | number | boolean | null> & {
  bankDetailsSealed: Uint8Array | null
}

/** A hash of a referer's fields: a form that was loaded before a change sends another version. */
export function refererVersion(referer: Versioned): string {
  const sealed = Buffer.from(referer.bankDetailsSealed ?? []).toString('base64')
  const fields = JSON.stringify([...VERSIONED.map((name) => referer[name]), sealed])
  return createHash('sha256').update(fields).digest('base64url').slice(0, 22)
}

const BANK_FIELDS = columns('bankDetailsSealed', 'bankSortCodeEnding', 'bankAccountEnding')

const REFERER_FIELDS = {
  ...DETAIL_FIELDS,
  ...BANK_FIELDS,
  ...columns('id', 'name', 'contactEmail', 'referralCode', 'commissionBps', 'discountBps', 'endedAt'),
}

const APPLICATION_FIELDS = {
  ...BANK_FIELDS,
  ...columns('id', 'status', 'adminNotes', 'createdAt', 'applicantType', 'fullName', 'organizationName'),
  ...columns('contactEmail', 'phoneNumber', 'businessName', 'businessNumber', 'isVatRegistered', 'vatNumber'),
  ...columns('businessAddressLine1', 'businessAddressLine2', 'businessCity', 'businessPostcode'),
  ...columns('businessCountry'),
}

/** Finds a code that buyers can use now, in any letter case; null where it is unknown or its referer has ended. */
export async function findActiveCode(db: Pick<Deps['db'], 'referer'>, code: string) {
  const referer = await db.referer.findUnique({
    where: { referralCode: normaliseCode(code) },
    select: {
      ...columns('id', 'name', 'referralCode', 'contactEmailKey', 'discountBps', 'commissionBps'),
      ...columns('endedAt'),
    },
  })
  if (!referer || referer.endedAt) return null
  const { id, name, referralCode, contactEmailKey, discountBps, commissionBps } = referer
  return { refererId: id, code: referralCode, clubName: name, contactEmailKey, discountBps, commissionBps }
}

/** An active referer for their own portal; else null. */
export function findPortalReferer(deps: Pick<Deps, 'db'>, refererId: string) {
  return deps.db.referer.findFirst({ where: { id: refererId, endedAt: null }, select: PORTAL_FIELDS })
}

/** Whether there is, or was, a referer with this id. */
export async function isReferer(deps: Pick<Deps, 'db'>, refererId: string): Promise<boolean> {
  return (await deps.db.referer.count({ where: { id: refererId } })) === 1
}

export type RefererRow = Awaited<ReturnType<typeof findReferer>>

/** Every referer by name, ended ones too. Of the bank details only the names are opened. */
export async function listReferers(deps: Pick<Deps, 'db' | 'seal'>): Promise<RefererRow[]> {
  const rows = await deps.db.referer.findMany({
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MOST_ROWS,
    select: REFERER_FIELDS,
  })
  return rows.map((row) => withBankNames(deps, row))
}

/** One referer, as in the list. @throws when there is none */
export async function findReferer(deps: Pick<Deps, 'db' | 'seal'>, id: string) {
  return withBankNames(
    deps,
    await deps.db.referer.findUniqueOrThrow({ where: { id }, select: REFERER_FIELDS }),
  )
}

function withBankNames<R extends Versioned & { id: string }>(deps: Pick<Deps, 'seal'>, referer: R) {
  const { bankDetailsSealed, ...row } = referer
  const bank = bankDetailsSealed && openBankDetails(deps, { kind: 'Referer', id: row.id }, bankDetailsSealed)
  return {
    ...row,
    bankName: bank?.bankName ?? null,
    accountName: bank?.accountName ?? null,
    version: refererVersion(referer),
  }
}

export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number]

/** Every application, newest first, without its password. Of the bank details only the name is opened. */
export async function listApplications(deps: Pick<Deps, 'db' | 'seal'>) {
  const rows = await deps.db.refererApplication.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS,
    select: APPLICATION_FIELDS,
  })
  return rows.map(({ bankDetailsSealed, ...row }) => {
    const from = { kind: 'RefererApplication', id: row.id } as const
    return { ...row, bankAccountName: openBankDetails(deps, from, bankDetailsSealed).accountName ?? '' }
  })
}

/** A referer with their agreement, for their own account page; null once ended. */
export async function findAccount(deps: Pick<Deps, 'db' | 'seal'>, refererId: string) {
  const row = await deps.db.referer.findFirst({
    where: { id: refererId, endedAt: null },
    select: {
      ...REFERER_FIELDS,
      ...columns('mustChangePassword', 'bankChangedAt', 'bankReviewedAt', 'vatChangedAt', 'vatReviewedAt'),
      ...columns('selfBillingFrom', 'selfBillingUntil'),
    },
  })
  return row && withBankNames(deps, row)
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Referers whose change of bank details waits for a review, the oldest change first. */
export function listBankChanges({ db }: Pick<Deps, 'db'>) {
  return db.referer.findMany({
    where: { bankChangedAt: { not: null }, bankReviewedAt: null },
    orderBy: [{ bankChangedAt: 'asc' }, { id: 'asc' }],
    take: MOST_ROWS,
    select: {
      ...columns('id', 'name', 'bankChangedAt', 'bankSortCodeEnding', 'bankAccountEnding', 'phoneNumber'),
      ...columns('phoneKnownBefore'),
    },
  })
}

export type BankChangeRow = Awaited<ReturnType<typeof listBankChanges>>[number]

/** Referers whose VAT registration waits for a review, the oldest change first. */
export function listVatChanges({ db }: Pick<Deps, 'db'>) {
  return db.referer.findMany({
    where: { vatChangedAt: { not: null }, vatReviewedAt: null },
    orderBy: [{ vatChangedAt: 'asc' }, { id: 'asc' }],
    take: MOST_ROWS,
    select: { id: true, name: true, fullBusinessName: true, vatNumber: true, vatChangedAt: true },
  })
}

export type VatChangeRow = Awaited<ReturnType<typeof listVatChanges>>[number]
