/** Copy of the back office's pages on orders. */
export const orderAdminMessages = {
  title: 'Orders',
  searchLabel: 'Find a student or an order',
  searchHint:
    'By name, email, club code, amount (£54.00), last four digits of the card, or number (INV-, CN-, pi_).',
  noOrders: 'No orders yet',
  noneFound: 'Nothing found',
  reasonRequired: 'Please say why.',
  amountInvalid: 'Please enter an amount in pounds, such as 12.50.',
  dayInvalid: 'Please choose a day.',
  emailRequired: 'Please enter an email address.',
  emailInvalid: 'Please enter a valid email address.',
  refundFailed: 'Failed to refund',
  assignFailed: 'Failed to assign the refund',
  grantFailed: 'Failed to grant access',
  extendFailed: 'Failed to extend access',
  passwordLinkFailed: 'Failed to send the link',
  signOutFailed: 'Failed to sign them out',
  emailFailed: 'Failed to correct the address',
  resendFailed: 'Failed to send the email again',
  documentFailed: 'Failed to fetch the paper',
} as const
