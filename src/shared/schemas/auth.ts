import { z } from 'zod'
import { passwordMinLength, usernameMaxLength, usernameMinLength } from '#shared/limits.ts'
import {
  loginMessages,
  pendingVerificationMessages,
  registerMessages,
  verifyEmailMessages,
} from '#shared/messages/auth.ts'
import { forgotPasswordMessages, resetPasswordMessages } from '#shared/messages/password-reset.ts'
import { businessFields, businessReadable, hasBusinessName } from './business.ts'
import { email, holdsWebAddress, linkToken, optionalFlag, password, requiredText } from './primitives.ts'
import { samePassword } from './same-password.ts'

/** A student as the browser knows them. */
export const userOutput = z.object({ id: z.string(), username: z.string(), email: z.string() })
export type UserOutput = z.output<typeof userOutput>

export const meOutput = z.object({ id: z.string(), user: userOutput })

export const loginInput = z.object({
  email: email(loginMessages.emailRequired, registerMessages.emailInvalid),
  password: password(1, loginMessages.passwordRequired),
})

/** An unverified address is an outcome of signing in, not an error (requirements §4). */
export const loginOutput = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), token: z.string(), user: userOutput }),
  z.object({
    success: z.literal(false),
    requiresVerification: z.literal(true),
    email: z.string(),
    message: z.string(),
    error: z.string(),
  }),
])
export type LoginOutput = z.output<typeof loginOutput>

const username = requiredText(usernameMaxLength, registerMessages.usernameTooShort, {
  min: usernameMinLength,
  tooLong: registerMessages.usernameTooLong,
}).refine((name) => !holdsWebAddress(name), registerMessages.usernameWithAddress)

/** Business fields are optional on the wire and fill the invoice later (requirements §3, §5). */
export const registerInput = z.object({
  username,
  email: email(registerMessages.emailRequired, registerMessages.emailInvalid),
  password: password(passwordMinLength, registerMessages.passwordTooShort, registerMessages.passwordTooLong),
  accountType: z
    .union([z.enum(['personal', 'business']), z.literal('')])
    .nullish()
    .transform((type) => type || 'personal'),
  ...businessFields,
  /** News by email needs a yes from people who have not bought yet (PECR reg. 22). */
  wantsNews: optionalFlag,
  /** Kept for the browser in which the mail is opened. */
  cartVideoIds: z
    .array(z.int().positive())
    .max(50)
    .nullish()
    .transform((ids) => ids ?? []),
})
export type RegisterInput = z.output<typeof registerInput>

/** The registration form: the wire's fields, the password twice, and the business name of a business. */
export const registerForm = registerInput
  .extend({ confirmPassword: z.string() })
  .refine(...samePassword(registerMessages.passwordsDiffer))
  .refine(hasBusinessName, {
    path: ['businessName'],
    error: registerMessages.businessNameRequired,
    when: businessReadable,
  })

export const registerOutput = z.object({
  success: z.literal(true),
  requiresVerification: z.boolean(),
  message: z.string(),
  /** Both null while the address has to be verified first. */
  user: userOutput.nullable(),
  token: z.string().nullable(),
  /** For this browser alone: asks whether the address has been verified meanwhile, and corrects it until then. */
  waiting: z.string().optional(),
})
export type RegisterOutput = z.output<typeof registerOutput>

export const successOutput = z.object({ success: z.literal(true) })

export const verificationStateInput = z.object({ waiting: z.string().min(1).max(400) })
export const verificationStateOutput = z.object({ isVerified: z.boolean() })

export const correctRegistrationInput = verificationStateInput.extend({
  email: email(registerMessages.emailRequired, registerMessages.emailInvalid),
})

export const verifyEmailInput = z.object({ token: linkToken(verifyEmailMessages.noToken) })

export const verifyEmailOutput = z.object({
  success: z.literal(true),
  message: z.string(),
  autoLogin: z.boolean(),
  token: z.string().nullable(),
  user: userOutput.nullable(),
})

export type VerifyEmailOutput = z.output<typeof verifyEmailOutput>

/** Read before anything is confirmed: the page's options depend on it. */
export const checkVerificationOutput = z.object({ email: z.string(), isVerified: z.boolean() })

export const verifyEmailWithPasswordInput = verifyEmailInput.extend({
  password: password(1, loginMessages.passwordRequired),
})

export const resendVerificationInput = z.object({
  email: email(pendingVerificationMessages.resendFailed, registerMessages.emailInvalid),
})

export const messageOutput = z.object({ success: z.literal(true), message: z.string() })

/** Whose password: a student's or a referer's. Null, blank and absent mean a student. */
const resetType = z
  .union([z.enum(['user', 'referer']), z.literal('')])
  .nullish()
  .transform((type) => type || 'user')

export const requestPasswordResetInput = z.object({
  email: email(forgotPasswordMessages.emailRequired, forgotPasswordMessages.emailInvalid),
  type: resetType,
})

export const verifyResetTokenInput = z.object({ token: linkToken(resetPasswordMessages.invalidLink) })

/** An invalid link is an answer here, so that the screen can choose where to send the person. */
export const verifyResetTokenOutput = z.object({
  valid: z.boolean(),
  email: z.string().nullable(),
  type: z.enum(['user', 'referer']).nullable(),
})

const newPassword = password(passwordMinLength, resetPasswordMessages.tooShort, resetPasswordMessages.tooLong)

/** Students send `password`, the referer's form sends `newPassword` (requirements §7); the server sees one. */
export const resetPasswordInput = z
  .object({
    token: linkToken(resetPasswordMessages.invalidLink),
    password: z.string().max(200, resetPasswordMessages.tooLong).nullish(),
    newPassword: z.string().max(200, resetPasswordMessages.tooLong).nullish(),
    type: resetType,
  })
  .transform(({ token, password, newPassword, type }) => ({
    token,
    type,
    password: password || newPassword || '',
  }))
  .pipe(z.object({ token: z.string(), type: z.enum(['user', 'referer']), password: newPassword }))

export const setPasswordByVerificationInput = verifyEmailInput.extend({ password: newPassword })

/** The student's new-password form. */
export const resetPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(...samePassword(resetPasswordMessages.mismatchTitle))
