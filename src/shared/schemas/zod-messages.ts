import { z } from 'zod'

const PLAIN = 'Please check the form and try again.'
const MISSING = 'Please fill in every required field.'

/** The sentence for an error whose schema gives none, by the kind of error. */
function sentenceFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && (issue.path?.length ?? 0) > 0 ? MISSING : PLAIN
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return 'Please check how this is written and try again.'
    case 'invalid_value':
      return 'Please choose one of the options offered.'
    default:
      return PLAIN
  }
}

function tooSmall({ origin, minimum }: { origin?: string; minimum?: number | bigint }): string {
  if (origin === 'string') return minimum === 1 ? MISSING : `Please use at least ${minimum} characters.`
  if (origin === 'array' || origin === 'set') return 'Please choose at least one.'
  return `Please enter ${minimum} or more.`
}

function tooBig({ origin, maximum }: { origin?: string; maximum?: number | bigint }): string {
  if (origin === 'string') return `Please use at most ${maximum} characters.`
  if (origin === 'array' || origin === 'set') return `Please choose at most ${maximum}.`
  return `Please enter ${maximum} or less.`
}

/**
 * Sets the shop's own sentences for every error a schema does not word itself, so that zod never speaks to
 * a user (requirements §9). Called once at the start of every process and in the browser's entry.
 */
export function speakPlainly(): void {
  z.config({ customError: sentenceFor })
}

export type FirstIssue = { message: string; field?: string }

/** The first error of a failed parse: its sentence and, where it belongs to one, the field's dotted path. */
export function firstIssue(error: z.core.$ZodError): FirstIssue {
  const issue = error.issues[0]
  if (issue === undefined) return { message: PLAIN }
  if (issue.path.length === 0) return { message: issue.message }
  return { message: issue.message, field: issue.path.map(String).join('.') }
}
