/** Copy of the contact page's form. */
export const contactMessages = {
  nameRequired: 'Please say who you are.',
  emailRequired: 'Please give an address the answer can go to.',
  emailInvalid: 'Please enter a valid email address',
  topicRequired: 'Please choose what it is about.',
  invoiceNumberInvalid: 'Please enter INV- and six digits, like INV-000123, or leave it empty.',
  messageRequired: 'Please write what it is about.',
  leaveEmpty: 'Please leave this field empty. It is there for programs, which fill everything in.',
  failedTitle: 'Not sent',
  sentTitle: 'Your message is on its way',
} as const

export const CONTACT_TOPICS = [
  'films',
  'account',
  'payment',
  'playback',
  'club',
  'privacy',
  'complaint',
  'other',
] as const

/** What a message can be about, as the writer chooses it and the instructor reads it. */
export const contactTopics = {
  films: 'The films, before buying',
  account: 'My account or signing in',
  payment: 'A payment, refund or invoice',
  playback: 'A film that does not play',
  club: 'Clubs, schools and referral codes',
  privacy: 'My personal data',
  complaint: 'A complaint',
  other: 'Something else',
} as const satisfies Record<(typeof CONTACT_TOPICS)[number], string>
