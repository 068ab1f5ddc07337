/** Copy of the admin sign-in and the back office (requirements §2, §4, §5, §8). */
export const adminLoginMessages = {
  title: 'Admin sign-in',
  emailRequired: 'Please enter your email address.',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Please enter your password.',
  failed: 'Login failed',
  codeInvalid: 'Please enter the 6 digits of your code.',
  verifyFailed: 'Verification failed',
  resendFailed: 'Failed to resend code',
  networkError: 'Network error. Please try again.',
  codeSent: 'Authentication Code Sent',
  codeSentText: 'Check your email for the 6 digits. They work for 10 minutes.',
  signedIn: 'Authentication Successful',
  codeResent: 'Code Resent',
  signInAgain: 'Please sign in again.',
  stepUp: 'Please confirm with a new code',
} as const

/** Where the second factor comes from, in the words of the sign-in and of the question for a new code. */
export const codeMethodMessages = {
  email: {
    use: 'Use the emailed code',
    label: 'Authentication code',
    hint: 'The 6 digits from the email',
    missing: 'All 6 digits come first.',
  },
  app: {
    use: 'Use the authenticator app',
    label: 'Authentication code',
    hint: 'The 6 digits your authenticator app shows now',
    missing: 'All 6 digits come first.',
  },
  recovery: {
    use: 'Use a recovery code',
    label: 'Recovery code',
    hint: 'One of the ten you keep, such as 7QK3M-0W9ZA. Each works once.',
    missing: 'The whole code comes first.',
  },
} as const

export const securityMessages = {
  title: 'Security',
  events: 'Security events',
  noEvents: 'Nothing on record',
  noneOfKind: 'Nothing on record for this choice',
  appHeading: 'Authenticator app',
  appNone:
    'The code comes by email. An authenticator app on your phone is a second way in, for a day when the mail does not arrive.',
  begin: 'Add an authenticator app',
  replace: 'Use another app or phone',
  scan: 'Scan this with the app, or type the key. Then enter the 6 digits it shows.',
  confirm: 'Confirm',
  added: 'Authenticator App Added',
  addFailed: 'The authenticator app was not added',
  remove: 'Remove the app',
  removeTitle: 'Remove the authenticator app?',
  removeText: 'Its codes and the recovery codes stop working at once. The emailed code stays.',
  removed: 'Authenticator App Removed',
  removeFailed: 'The authenticator app was not removed',
  codesHeading: 'Recovery codes',
  codesText:
    'Print them or write them down, and keep them away from your phone. They are shown this once; each lets you in once.',
  renew: 'Make new recovery codes',
  renewed: 'New Recovery Codes',
  renewFailed: 'No new recovery codes were made',
  copied: 'Copied',
  copyFailed: 'Not copied',
  copyByHand: 'The browser gives no clipboard here. Save them as text, or write them down.',
} as const

export const adminNavMessages = {
  label: 'Back office',
  home: 'Back to homepage',
  dashboard: 'Dashboard',
  attention: 'Needs attention',
  orders: 'Orders',
  questions: 'Questions',
  payouts: 'Payouts',
  clubs: 'Clubs',
  reports: 'Reports',
  bookkeeping: 'Bookkeeping',
  catalog: 'Catalogue',
  bulkEmail: 'Bulk email',
  operations: 'Operations',
  security: 'Security',
} as const

export const adminDashboardMessages = {
  title: 'Commission Management Dashboard',
  verifying: 'Verifying admin access...',
  bulkEmail: 'Bulk Email',
  salesOf: (quarter: string) => `Sales in ${quarter}`,
  salesFailed: 'The sales of this quarter could not be loaded',
  totalCommissions: 'Total Commissions',
  unpaidCommissions: 'Unpaid Commissions',
  activeReferers: 'Active Clubs',
  revenueAnalytics: 'Revenue Analytics',
  referersSummary: 'Referers Summary',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  quarterlyReports: 'Quarterly Financial Reports',
  applications: 'Referer Applications',
  addReferer: 'Add New Referer',
  allClubs: (count: number) => `All ${count.toLocaleString('en-GB')} clubs`,
  allApplications: (count: number) => `All ${count.toLocaleString('en-GB')} applications`,
  noneWaits: 'None waits for a decision.',
  noPayouts: 'Nothing waits to be paid',
  noReferers: 'No referers found',
  noQuarters: 'No quarterly data available',
  noSales: 'No sales found for this quarter',
  reportFailed: 'Failed to download quarterly report',
  paymentProcessed: 'Payment Processed',
  paymentReversed: 'Payment Reversed',
  paymentFailed: 'Failed to process payment',
  reversalFailed: 'Failed to reverse payment status',
  noBankDetails: 'No bank details of this referer are known here.',
  statusFailed: 'Failed to update application status',
} as const

export const toDoMessages = {
  title: 'To do',
  open: 'open',
  nothing: 'Nothing wants doing.',
  attentionFailed: 'What needs you could not be loaded',
  all: (count: string) => `All ${count} that need attention`,
  clubs: 'Clubs',
  applicationsFailed: 'Applications could not be loaded',
  runsFailed: 'Payouts to pay could not be loaded',
  quartersFailed: 'Quarters without payouts could not be loaded',
  missingFailed: 'Missing bank details could not be loaded',
  asked: 'Bank Details Asked For',
  askFailed: 'Failed to ask for the bank details',
} as const

export const editRefererMessages = {
  title: 'Edit Club Details',
  tabs: ['Basic Info', 'Address', 'Business Details', 'Banking'],
  nameRequired: 'Club name is required',
  emailInvalid: 'Valid email required',
  contactNameRequired: 'Contact name is required',
  sortCode: 'Sort code must be 6 digits',
  accountNumber: 'Account number must be 8 digits',
  vatNumberRequired: 'VAT number is required when VAT registered',
  vatNumber: 'VAT number must be a valid UK number, like GB123456782',
  updated: 'Club Updated',
  failed: 'Failed to update club details',
} as const

export const createRefererMessages = {
  title: 'Create New Referer',
  nameRequired: 'Club name is required',
  emailInvalid: 'Valid email is required',
  contactNameRequired: 'Contact name is required',
  codeTooShort: 'Referral code must be at least 3 characters',
  codeTooLong: 'Referral code too long',
  codeCharacters: 'Referral code may hold letters, figures, hyphens and underscores only',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password must be at most 200 characters',
  created: 'Referer Created',
  failedTitle: 'Error Creating Club',
  failed: 'Failed to create referer',
} as const

export const applicationReviewMessages = {
  title: 'Referer Application Details',
  statusRequired: 'Please approve or reject the application.',
} as const

export const quarterSalesMessages = {
  title: 'Quarter Sales Details',
  columns: ['Date', 'Customer', 'Video/Bundle', 'Original Price', 'Discount', 'Final Price', 'Commission'],
  entriesTitle: 'Commission written in this quarter',
  entryKinds: {
    earned: 'Earned',
    reversed: 'Reversed',
    corrected: 'Corrected',
    forfeited: 'Forfeited',
  },
} as const
