/** The seven subjects by category slug. Code and symbol always go with the colour. */
export const SUBJECTS = [
  'air-law',
  'navigation',
  'meteorology',
  'principles-of-flight',
  'human-performance',
  'aircraft-general',
  'communications',
] as const

export type Subject = (typeof SUBJECTS)[number]

export const SUBJECT_CODES = {
  'air-law': 'ALW',
  navigation: 'NAV',
  meteorology: 'MET',
  'principles-of-flight': 'POF',
  'human-performance': 'HPL',
  'aircraft-general': 'AGK',
  communications: 'COM',
} as const satisfies Record<Subject, string>
