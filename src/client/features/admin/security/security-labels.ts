import { codeLabels } from '#client/features/admin/operations/operations-labels.ts'
import type { SecurityEventKind } from '#shared/schemas/security-events.ts'

const EVENTS: Readonly<Record<SecurityEventKind, string>> = {
  'signIn.succeeded': 'Signed in',
  'signIn.failed': 'Sign-in failed',
  'signIn.locked': 'Sign-in locked, too many tries',
  'signIn.codeSent': 'Right password, code sent',
  'code.failed': 'Wrong code',
  'code.locked': 'Code locked, too many tries',
  'stepUp.succeeded': 'Confirmed with a code',
  'stepUp.failed': 'Wrong code to confirm',
  'stepUp.locked': 'Confirming locked, too many tries',
  'stepUp.required': 'Asked to confirm with a code',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'password.failed': 'Wrong password, while signed in',
  'password.locked': 'Password locked, too many tries',
  'email.changeAsked': 'Change of email asked for',
  'email.changed': 'Email changed',
  'secondFactor.added': 'Authenticator app added',
  'secondFactor.removed': 'Authenticator app removed',
  'recoveryCodes.renewed': 'New recovery codes',
  'session.revoked': 'One device signed out',
  'sessions.revoked': 'All devices signed out',
  'access.refused': 'Asked for another student’s data',
}

const WORDS: Readonly<Record<string, string>> = EVENTS

/** What happened, in plain words; a kind of event without words goes by its own name. */
export function securityEventLabels(kind: string): string {
  return WORDS[kind] ?? codeLabels(kind)
}
