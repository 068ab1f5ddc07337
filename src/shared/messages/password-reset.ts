/** Copy of forgotten passwords, for students and for referers (requirements §2, §5, §8). */
export const forgotPasswordMessages = {
  emailRequiredTitle: 'Email Required',
  emailRequired: 'Please enter your email address.',
  emailInvalid: 'Please enter a valid email address',
  sentTitle: 'Reset Link Sent',
  sent: 'If that address has an account, a link is on its way. It works for 15 minutes.',
  failed: 'Failed to send reset email. Please try again.',
} as const

export const resetPasswordMessages = {
  invalidLink: 'Invalid Link',
  invalidLinkText: 'This link is not complete. Please use the one in your email.',
  expiredLink: 'Invalid or Expired Link',
  expiredLinkText: 'Reset links work once, for 15 minutes. Please ask for a new one.',
  tooShortTitle: 'Password Too Short',
  tooShort: 'Password must be at least 8 characters long',
  tooLong: 'Password must be at most 200 characters long',
  mismatchTitle: "Passwords Don't Match",
  hint: 'At least 8 characters',
  failedTitle: 'Reset Failed',
  failedBadInput: 'Invalid input data...',
  failedBadInputField: 'Check the new password and try again.',
  failedServer: 'Server error...',
  failedServerField: 'Nothing was changed. Please try again later.',
  failed: 'Please try again.',
  doneTitle: 'Password changed',
  done: 'Your password is changed. Please sign in with the new one.',
} as const

export const refererResetMessages = {
  errorTitle: 'Error',
  emailRequired: 'Please enter your email address.',
  checkYourEmail: 'Check Your Email',
  differentEmail: 'Try Different Email',
  backToLogin: 'Back to Login',
  sendFailed: 'Failed to send reset email. Please try again.',
  mismatch: 'Passwords do not match',
  tooShort: 'Password must be at least 8 characters long',
  tooLong: 'Password must be at most 200 characters long',
  resetFailed: 'Failed to reset password. Please try again.',
  complete: 'Password Reset Complete',
  completeText: 'Please log in with your code and the new password. You are taken there in a moment.',
  requestTitle: 'Forgotten your password?',
  formTitle: 'New password',
  deadLinkTitle: 'Invalid or Expired Link',
  deadLink: 'Reset links work once, for 15 minutes. Ask for a new one and try again with it.',
} as const
