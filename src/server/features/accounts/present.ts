import type { z } from 'zod'
import type { AccountOutput, SessionOutput } from '#shared/schemas/account.ts'
import type { UserOutput, verifyResetTokenOutput } from '#shared/schemas/auth.ts'
import { deviceName } from '#shared/text/device-name.ts'
import type { Account, ResetToken } from './queries.ts'

/** The fields of a student that their own browser gets. */
export function presentStudent({ id, username, email }: UserOutput): UserOutput {
  return { id, username, email }
}

/** A reset token for the browser that presents it; null stands for an invalid one. */
export function presentResetToken(reset: ResetToken | null): z.output<typeof verifyResetTokenOutput> {
  if (!reset) return { valid: false, email: null, type: null }
  return { valid: true, email: reset.email, type: reset.owner.type }
}

/** An account for its owner, without the password's hash. */
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

type SessionRow = { id: string; userAgent: string; createdAt: Date; lastUsedAt: Date }

/** A session for the list of devices; of the header only the names leave. */
export function presentSession(session: SessionRow, currentId: string): SessionOutput {
  return {
    id: session.id,
    device: deviceName(session.userAgent),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === currentId,
  }
}
