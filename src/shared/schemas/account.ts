import { z } from 'zod'
import { passwordMinLength } from '#shared/limits.ts'
import {
  businessMessages,
  changeEmailMessages,
  changePasswordMessages,
  confirmEmailMessages,
  personalDataMessages,
} from '#shared/messages/account.ts'
import { userOutput } from './auth.ts'
import { businessFields, hasBusinessName } from './business.ts'
import { email, linkToken, opaqueId, password, timeOutput } from './primitives.ts'
import { samePassword } from './same-password.ts'

export const businessInput = z
  .object({ accountType: z.enum(['personal', 'business']), ...businessFields })
  .refine(hasBusinessName, { path: ['businessName'], error: businessMessages.businessNameRequired })
export type BusinessInput = z.output<typeof businessInput>

const text = z.string().nullable()

/** A student's account as its owner sees it. */
export const accountOutput = z.object({
  user: userOutput,
  createdAt: timeOutput,
  /** An address that waits for its confirmation, and until when. */
  pendingEmail: z.object({ email: z.string(), expiresAt: timeOutput }).nullable(),
  business: z.object({
    accountType: z.enum(['personal', 'business']),
    businessName: text,
    businessNumber: text,
    isVatRegistered: z.boolean(),
    vatNumber: text,
    businessAddressLine1: text,
    businessAddressLine2: text,
    businessCity: text,
    businessPostcode: text,
    businessCountry: text,
  }),
  /** Whether news about videos goes to this address now, by a yes or by the soft opt-in of buyers. */
  getsNews: z.boolean(),
})
export type AccountOutput = z.output<typeof accountOutput>

export const changeEmailInput = z.object({
  email: email(changeEmailMessages.emailRequired, changeEmailMessages.emailInvalid),
  password: password(1, changeEmailMessages.passwordRequired),
})

export const changeEmailOutput = z.object({
  success: z.literal(true),
  email: z.string(),
  expiresAt: timeOutput,
})

export const confirmEmailChangeInput = z.object({ token: linkToken(confirmEmailMessages.noToken) })

export const confirmEmailChangeOutput = z.object({
  success: z.literal(true),
  email: z.string(),
  /** Whether the browser that confirmed is signed in as this student, and stays so. */
  isSignedIn: z.boolean(),
})

const newPassword = password(
  passwordMinLength,
  changePasswordMessages.tooShort,
  changePasswordMessages.tooLong,
)

export const changePasswordInput = z.object({
  currentPassword: password(1, changePasswordMessages.currentRequired),
  password: newPassword,
})

/** The form has the new password twice. */
export const changePasswordForm = changePasswordInput
  .extend({ confirmPassword: z.string().min(1, changePasswordMessages.confirmRequired) })
  .refine(...samePassword(changePasswordMessages.mismatch, { orEmpty: true }))

/** The old sessions ended with the old password; this one takes their place in the browser that changed it. */
export const changePasswordOutput = z.object({ success: z.literal(true), token: z.string() })

export const newsInput = z.object({ wantsNews: z.boolean() })

export const sessionsOutput = z.array(
  z.object({
    id: z.string(),
    device: z.string(),
    createdAt: timeOutput,
    lastUsedAt: timeOutput,
    isCurrent: z.boolean(),
  }),
)
export type SessionOutput = z.output<typeof sessionsOutput>[number]

export const endSessionInput = z.object({ sessionId: opaqueId })

/** Everything the shop holds on a student, part by part, each with what it is and why it is kept. */
export const exportOutput = z.object({
  madeAt: timeOutput,
  about: z.string(),
  parts: z.array(z.object({ title: z.string(), explanation: z.string(), data: z.json() })),
})
export type ExportOutput = z.output<typeof exportOutput>

export const eraseAccountInput = z.object({
  password: password(1, personalDataMessages.passwordRequired),
  confirmation: z
    .string(personalDataMessages.eraseWordRequired)
    .trim()
    .refine((word) => word === personalDataMessages.eraseWord, personalDataMessages.eraseWordRequired),
})
