import { z } from 'zod'
import { optionalText, timeOutput } from './primitives.ts'

/** What is written down of getting in, as `noun.what`. */
export const SECURITY_EVENTS = [
  'signIn.succeeded',
  'signIn.failed',
  'signIn.locked',
  'signIn.codeSent',
  'code.failed',
  'code.locked',
  'stepUp.succeeded',
  'stepUp.failed',
  'stepUp.locked',
  'stepUp.required',
  'password.changed',
  'password.reset',
  'password.failed',
  'password.locked',
  'email.changeAsked',
  'email.changed',
  'secondFactor.added',
  'secondFactor.removed',
  'recoveryCodes.renewed',
  'session.revoked',
  'sessions.revoked',
  'access.refused',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

export const securityEventsInput = z.object({
  kind: z.enum(SECURITY_EVENTS).nullish(),
  /** The last id of the page before. */
  cursor: optionalText(64),
})
export type SecurityEventsInput = z.infer<typeof securityEventsInput>

export const securityEventsOutput = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      at: timeOutput,
      kind: z.string(),
      subject: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
      address: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
})
export type SecurityEventsOutput = z.infer<typeof securityEventsOutput>
