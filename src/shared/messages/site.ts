/** Copy of the header, the footer, the home page and the page for unknown addresses (requirements §2). */
export const headerMessages = {
  pendingPayment: 'Payment on its way',
  pendingShort: 'Payment',
  videos: 'Videos',
  pricing: 'Pricing',
  notes: 'Notes and Search',
  ownNotes: 'Notes',
  plan: 'Plan',
  myVideos: 'My Videos',
  support: 'Support',
  cart: 'Cart',
  help: 'Help',
  menu: 'Menu',
  welcome: (username: string) => `Welcome, ${username}`,
  signOut: 'Sign Out',
  signIn: 'Sign In',
  signUp: 'Sign Up',
} as const

export const footerMessages = {
  helpCenter: 'Help Center',
  refundPolicy: 'Refund Policy',
  privacyPolicy: 'Privacy Policy',
  refererPortal: 'Referer Portal',
  becomeReferer: 'Become a Referer',
  playbackCheck: 'Playback check',
  contact: 'Contact',
  commissionTerms: 'Commission Terms',
  termsOfService: 'Terms of Service',
  licenseAgreement: 'License Agreement',
  cookieChoices: 'Cookie choices',
} as const

export const notFoundMessages = {
  title: '404 Page Not Found',
  home: 'Home',
} as const

/** What a screen says when the shop cannot be reached or answers with something unreadable. */
export const networkMessages = {
  failed: 'An unexpected error occurred. Please try again.',
  offline: 'You are offline. Try again when the connection is back.',
  offlineTitle: 'You are offline.',
  offlineText: 'What you typed stays here. This goes away when the connection is back.',
  backTitle: 'The connection is back.',
  backText: 'What you pressed was not sent.',
  pressAgain: (label: string) => `${label}: send now`,
  loading: 'Loading...',
  scriptNeededTitle: 'This page needs JavaScript',
  scriptNeeded:
    'Your browser does not run it. Allow it for this site and load the page again. Prices, film pages and help can be read without it.',
} as const
