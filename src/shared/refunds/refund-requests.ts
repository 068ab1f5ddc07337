/** What a student asks for: money back, or another video in place of one that was not watched. */
export const REQUEST_WISHES = ['refund', 'exchange'] as const

export const REQUEST_REASONS = ['wrongVideo', 'changedMind', 'faulty', 'other'] as const
export type RequestReason = (typeof REQUEST_REASONS)[number]

export const REQUEST_STATUSES = ['waiting', 'granted', 'declined', 'withdrawn'] as const

/** Where only the student can say what is meant. */
export function needsWords(reason: RequestReason): boolean {
  return reason === 'faulty' || reason === 'other'
}
