const MAIL_NAMES: Readonly<Record<string, string>> = {
  'verify-email': 'Confirm your address',
  welcome: 'Welcome',
  'purchase-confirmation': 'Order confirmation with invoice',
  'password-reset': 'Password reset',
  'email-change': 'New address',
  'email-changed': 'Address changed',
  'password-changed': 'Password changed',
  'payment-refunded': 'Refund with credit note',
  'refund-undone': 'Refund undone, with invoice',
  'refund-request': 'Request for a refund or exchange, or its answer',
  'refund-request-waiting': 'Request to answer',
  'access-granted': 'Access granted or extended',
  'access-expiring': 'Access ends soon',
  'films-waiting': 'Films not started',
  'basket-left': 'Basket left behind',
  'admin-code': 'Sign-in code of an admin',
  'application-waiting': 'Application to read',
  'payout-paid': 'Payout with document',
  'bank-details-wanted': 'Bank details asked for',
  'payout-returned': 'Payout that came back',
  'question-answered': 'Answer to a question',
  'shop-alert': 'Alert of the shop',
  'vat-registration-waiting': 'VAT registration to check',
}

/** What a mail is about, in the words of the back office; "contact-received" without words is "Contact received". */
export function mailName(template: string): string {
  const spaced = template.replaceAll('-', ' ')
  return MAIL_NAMES[template] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
