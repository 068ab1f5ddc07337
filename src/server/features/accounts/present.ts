import type { z } from 'zod'
import type { AccountOutput, SessionOutput } from '#shared/schemas/account.ts'
import type { UserOutput, verifyResetTokenOutput } from '#shared/schemas/auth.ts'
import { deviceName } from '#shared/text/device-name.ts'
import type { Account, ResetLink } from './queries.ts'

/** A student as their own browser knows them. */
export function presentStudent({ id, username, email }: UserOutput): UserOutput {
  return { id, username, email }
}

/** A reset link as its holder may see it; null is a link that does not work. */
export function presentResetLink(link: ResetLink | null): z.output<typeof verifyResetTokenOutput> {
  if (!link) return { valid: false, email: null, type: null }
  return { valid: true, email: link.email, type: link.owner.type }
}

/** An account as its owner sees it; the password's hash is no part of it. */
export function presentAccount({ student, pending, getsNews }: Account): AccountOutput {
  return {
    user: presentStudent(student),
    createdAt: student.createdAt.toISOString(),
    pendingEmail: pending && { email: pending.email, expiresAt: pending.expiresAt.toISOString() },
    business: {
      accountType: student.accountType,
      businessName: student.businessName,
      businessNumber: student.businessNumber,
      isVatRegistered: student.isVatRegistered,
      vatNumber: student.vatNumber,
      businessAddressLine1: student.businessAddressLine1,
      businessAddressLine2: student.businessAddressLine2,
      businessCity: student.businessCity,
      businessPostcode: student.businessPostcode,
      businessCountry: student.businessCountry,
    },
    getsNews,
  }
}

type OpenSession = { id: string; userAgent: string; createdAt: Date; lastUsedAt: Date }

/** A device as a person knows it; of the header only the names are told. */
export function presentSession(session: OpenSession, currentId: string): SessionOutput {
  return {
    id: session.id,
    device: deviceName(session.userAgent),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === currentId,
  }
}
