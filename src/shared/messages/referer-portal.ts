/** Words of the referer portal: sign-in and dashboard (requirements §2, §4, §8). */
export const refererLoginMessages = {
  title: 'Referer Portal',
  codeRequired: 'Please enter your referral code.',
  passwordRequired: 'Please enter your password.',
  failedTitle: 'Login Failed',
  failed: 'Invalid referral code or password',
  forgotPassword: 'Forgot password?',
} as const

export const refererPortalMessages = {
  totalCommission: 'Total Commission',
  /** `quarter` is written out, 'Q4 2026'. */
  thisQuarter: (quarter: string) => `This Quarter (${quarter})`,
  totalUnpaid: 'Total Unpaid',
  referrals: 'Referrals',
  payouts: 'Payouts',
  referralsFailed: 'Failed to fetch referrals',
  payoutsFailed: 'Failed to fetch payouts',
  noReferrals: 'No referrals yet',
  noPayouts: 'No payouts yet',
  invoice: 'Invoice (PDF)',
  logOut: 'Log out',
  newPasswordNeeded: 'Please choose a password of your own before you go on.',
} as const
