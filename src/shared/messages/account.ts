/** Copy of the account page: address, password, business, devices, documents, data and the end of an account. */
export const accountMessages = {
  title: 'Your account',
  link: 'Account',
  loadFailed: 'Your account could not be loaded.',
  saved: 'Saved',
} as const

export const changeEmailMessages = {
  use: 'You sign in with it. Invoices and links go there.',
  emailRequired: 'Please enter the new email address.',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Please enter your current password.',
  failedTitle: 'Address not changed',
  askedTitle: 'Check your new mailbox',
  asked: (email: string) =>
    `A link went to ${email}. Your address changes when you follow it, within 24 hours.`,
  waiting: (email: string) => `Waiting for ${email} to be confirmed.`,
} as const

export const confirmEmailMessages = {
  title: 'New email address',
  noToken: 'This link is not complete. Please use the one in your email.',
  failedTitle: 'Address not changed',
  confirm: 'Confirm new address',
  doneTitle: 'Your address is changed',
  done: (email: string) => `From now on you sign in with ${email}. Every other device has been signed out.`,
} as const

export const changePasswordMessages = {
  effect: 'A new password signs every other device out.',
  currentRequired: 'Please enter your current password.',
  tooShort: 'Password must be at least 8 characters long',
  tooLong: 'Password must be at most 200 characters long',
  confirmRequired: 'Please type the new password once more.',
  mismatch: 'Passwords do not match',
  failedTitle: 'Password not changed',
  doneTitle: 'Password changed',
  done: 'Every other device has been signed out.',
} as const

export const businessMessages = {
  businessNameRequired: 'Business name is required',
  saved: 'Your details are saved. The next invoice starts from them.',
  failedTitle: 'Details not saved',
} as const

export const newsMessages = {
  label: 'Write to me when there is a new film',
  /** Beside the ticked box. Buyers get news by the soft opt-in, without prior consent (PECR reg. 22(3)). */
  whileOn: 'You may hear from us because you said yes or bought a film. Untick this and you will not.',
  whileOff: 'A few times a year. Every mail has a link that ends it.',
  failedTitle: 'Not changed',
  on: 'You will hear of new films.',
  off: 'No news from now on. Mails about your orders and your account still come.',
} as const

export const deviceMessages = {
  ended: 'Signed out there',
  endFailedTitle: 'Not signed out',
} as const

export const documentsMessages = {
  none: 'No invoices yet.',
  loadFailed: 'Your invoices could not be loaded.',
  downloadFailedTitle: 'Not downloaded',
} as const

export const personalDataMessages = {
  /** The privacy policy follows. */
  use: 'Everything the shop holds on you, with what it is for, as one file that people and machines can read. How long things are kept is in the',
  exportFailedTitle: 'Not downloaded',
  exported: 'Your data is downloaded',
  passwordRequired: 'Please enter your current password.',
  /** What has to be typed before an account is erased. */
  eraseWord: 'ERASE',
  eraseWordRequired: 'Please type ERASE in capitals.',
  eraseFailedTitle: 'Account not erased',
  erasedTitle: 'Your account is erased',
} as const
