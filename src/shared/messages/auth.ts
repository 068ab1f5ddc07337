/**
 * Copy of sign-in, registration and email verification (requirements §2, §5, §8). Each form has its own
 * sentences on purpose: the requirements word the same rule differently on different screens.
 */
export const loginMessages = {
  title: 'Sign In',
  emailRequired: 'Please enter your email address.',
  passwordRequired: 'Please enter your password.',
  failedTitle: 'Login failed',
  checkCredentials: 'Please check your credentials and try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  welcomeBack: 'Welcome back!',
  verificationNeededTitle: 'Please verify your email',
  verificationNeeded: (email: string) =>
    `This account is waiting for its email address to be confirmed. Follow the link sent to ${email}, then sign in.`,
} as const

export const registerMessages = {
  title: 'Sign Up',
  usernameTooShort: 'Username must be at least 3 characters long',
  usernameTooLong: 'Username must be at most 40 characters long',
  usernameWithAddress: 'Please choose a username without a web address.',
  emailRequired: 'Please enter your email address.',
  emailInvalid: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordTooLong: 'Password must be at most 200 characters long',
  passwordsDiffer: 'Passwords do not match',
  businessNameRequired: 'Business name is required',
  emailTaken: 'Email already registered',
  emailTakenField: 'This email is already registered',
  usernameTaken: 'Username taken',
  failedTitle: 'Registration failed',
  fixErrors: 'Please fix the errors',
  done: 'Your account is ready.',
  checkYourEmail: 'Check your email for a link to confirm your address.',
} as const

export const verifyEmailMessages = {
  loading: 'Verifying your email...',
  welcome: 'Welcome!',
  verified: 'Your email address is confirmed.',
  failedTitle: 'Verification Failed',
  noToken: 'Invalid verification link. Please check your email for the correct link.',
  noTokenReason: 'The address of the link is cut off. Open all of it, or sign in to get a new one.',
  failed: 'Email verification failed.',
  deadLinkReason: 'Links work once, and run out. Sign in to get a new one.',
  networkError: 'An error occurred during verification. Please try again.',
  otherSignedIn: ({ confirmed, here }: { confirmed: string; here: string }) =>
    `It belongs to the account of ${confirmed}. In this browser ${here} is signed in.`,
  stay: (name: string) => `Go on as ${name}`,
  change: (name: string) => `Sign in as ${name}`,
  /** In a browser that did not register: nothing is confirmed before the person chose. */
  askTitle: 'Confirm your email address',
  askText: (email: string) =>
    `An account was opened for ${email}, but not in this browser. If it is yours, its password confirms the address. A cart is kept with the account.`,
  confirm: 'Confirm address',
  unknownPassword: 'You do not know the password?',
  notYours: 'Not your account?',
  setNewText: 'If you want the account, set a new one: every device that is signed in is signed out.',
  setNew: 'Set a new one',
  setNewTitle: 'New password',
  setNewSubmit: 'Set password and confirm',
  notMeText: 'If you did not open it, the account is removed and nobody can use it.',
  notMe: 'It was not me',
  notMeFailed: 'The account could not be removed',
  removedTitle: 'The account is removed',
  removedText: (email: string) => `${email} belongs to no account any more.`,
  tryLogin: 'Try Login Again',
  goHome: 'Go Home',
} as const

export const pendingVerificationMessages = {
  title: 'Check your email',
  sentTo: 'A link to confirm your address was sent to',
  confirmed: 'I have confirmed, sign in',
  resend: 'Resend Verification Email',
  backToHome: 'Back to Home',
  sent: 'Email sent!',
  resendFailed: 'Failed to resend verification email. Please try again.',
} as const
