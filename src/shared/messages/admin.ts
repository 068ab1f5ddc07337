/** Words of the admin sign-in and the back office (requirements §2, §4, §5, §8). */
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
} as const

export const adminNavMessages = {
  label: 'Back office',
  dashboard: 'Commission dashboard',
  orders: 'Orders',
  catalogue: 'Catalogue',
  bulkEmail: 'Bulk email',
  operations: 'Operations',
  security: 'Security',
} as const

export const adminDashboardMessages = {
  title: 'Commission Management Dashboard',
  verifying: 'Verifying admin access...',
  bulkEmail: 'Bulk Email',
  totalCommissions: 'Total Commissions',
  unpaidCommissions: 'Unpaid Commissions',
  activeClubs: 'Active Clubs',
  revenueAnalytics: 'Revenue Analytics',
  referersSummary: 'Referers Summary',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  quarterlyReports: 'Quarterly Financial Reports',
  applications: 'Referer Applications',
  addReferer: 'Add New Referer',
  noReferers: 'No referers found',
  noQuarters: 'No quarterly data available',
  noSales: 'No sales found for this quarter',
  reportFailed: 'Failed to download quarterly report',
  paymentProcessed: 'Payment Processed',
  paymentReversed: 'Payment Reversed',
  paymentFailed: 'Failed to process payment',
  reversalFailed: 'Failed to reverse payment status',
  statusFailed: 'Failed to update application status',
} as const

export const editClubMessages = {
  title: 'Edit Club Details',
  tabs: ['Basic Info', 'Address', 'Business Details', 'Banking'],
  nameRequired: 'Club name is required',
  emailInvalid: 'Valid email required',
  contactNameRequired: 'Contact name is required',
  sortCode: 'Sort code must be 6 digits',
  accountNumber: 'Account number must be 8 digits',
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
  codeCharacters: 'Referral code may hold letters, figures and hyphens only',
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
} as const
