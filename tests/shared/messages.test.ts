import { describe, expect, test } from 'vitest'
import {
  adminDashboardMessages,
  adminLoginMessages,
  createRefererMessages,
  editRefererMessages,
} from '#shared/messages/admin.ts'
import {
  loginMessages,
  pendingVerificationMessages,
  registerMessages,
  verifyEmailMessages,
} from '#shared/messages/auth.ts'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'
import { cartMessages, videoCardMessages, videoDetailMessages } from '#shared/messages/cart.ts'
import { checkoutMessages, checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import {
  forgotPasswordMessages,
  refererResetMessages,
  resetPasswordMessages,
} from '#shared/messages/password-reset.ts'
import { playerMessages } from '#shared/messages/player.ts'
import { refererApplicationMessages } from '#shared/messages/referer-application.ts'
import { refererLoginMessages, refererPortalMessages } from '#shared/messages/referer-portal.ts'
import { notFoundMessages } from '#shared/messages/site.ts'

type Row = readonly [actual: string, mandated: string]

const validation: readonly Row[] = [
  [registerMessages.passwordTooShort, 'Password must be at least 8 characters long'],
  [registerMessages.passwordsDiffer, 'Passwords do not match'],
  [resetPasswordMessages.tooShort, 'Password must be at least 8 characters long'],
  [resetPasswordMessages.tooShortTitle, 'Password Too Short'],
  [resetPasswordMessages.mismatchTitle, "Passwords Don't Match"],
  [forgotPasswordMessages.emailRequiredTitle, 'Email Required'],
  [forgotPasswordMessages.emailRequired, 'Please enter your email address.'],
  [refererApplicationMessages.fullNameTooShort, 'Full name must be at least 2 characters'],
  [refererApplicationMessages.emailInvalid, 'Please enter a valid email address'],
  [refererApplicationMessages.passwordTooShort, 'Password must be at least 8 characters'],
  [refererApplicationMessages.passwordsDiffer, "Passwords don't match"],
  [refererApplicationMessages.phoneRequired, 'Phone number is required'],
  [refererApplicationMessages.businessNameRequired, 'Business name is required'],
  [refererApplicationMessages.addressLine1Required, 'Address line 1 is required'],
  [refererApplicationMessages.cityRequired, 'City is required'],
  [refererApplicationMessages.postcodeRequired, 'Postcode is required'],
  [refererApplicationMessages.sortCode, 'Sort code must be 6 digits'],
  [refererApplicationMessages.sortCodePlaceholder, '12-34-56'],
  [refererApplicationMessages.accountNumber, 'Account number must be 8 digits'],
  [refererApplicationMessages.accountNameRequired, 'Account name is required'],
  [refererApplicationMessages.termsRequired, 'You must accept the terms and conditions to continue'],
  [refererApplicationMessages.organizationNameRequired, 'Organization name is required for organizations'],
  [refererApplicationMessages.vatNumberRequired, 'VAT number is required when VAT registered'],
  [refererResetMessages.mismatch, 'Passwords do not match'],
  [refererResetMessages.tooShort, 'Password must be at least 8 characters long'],
  [bulkEmailMessages.missingTitle, 'Missing required fields'],
  [bulkEmailMessages.missing, 'Please fill in subject and content'],
  [editRefererMessages.nameRequired, 'Club name is required'],
  [editRefererMessages.emailInvalid, 'Valid email required'],
  [editRefererMessages.contactNameRequired, 'Contact name is required'],
  [createRefererMessages.nameRequired, 'Club name is required'],
  [createRefererMessages.emailInvalid, 'Valid email is required'],
  [createRefererMessages.codeTooShort, 'Referral code must be at least 3 characters'],
  [createRefererMessages.codeTooLong, 'Referral code too long'],
  [createRefererMessages.passwordTooShort, 'Password must be at least 6 characters'],
]

const errors: readonly Row[] = [
  [loginMessages.failedTitle, 'Login failed'],
  [loginMessages.checkCredentials, 'Please check your credentials and try again.'],
  [loginMessages.unexpected, 'An unexpected error occurred. Please try again.'],
  [loginMessages.welcomeBack, 'Welcome back!'],
  [registerMessages.emailTaken, 'Email already registered'],
  [registerMessages.emailTakenField, 'This email is already registered'],
  [registerMessages.usernameTaken, 'Username taken'],
  [registerMessages.failedTitle, 'Registration failed'],
  [registerMessages.fixErrors, 'Please fix the errors'],
  [cartMessages.alreadyOwnedTitle, 'Already Owned'],
  [cartMessages.alreadyOwned, 'You already own this video. Check your dashboard to watch it.'],
  [cartMessages.invalidCodeTitle, 'Invalid referral code'],
  [cartMessages.invalidCode, 'Please check your referral code and try again.'],
  [cartMessages.codeAppliedTitle, 'Referral code applied'],
  [cartMessages.packageOwnedTitle, 'Complete Package Already Owned'],
  [cartMessages.addedRemainingTitle, 'Added Remaining Videos'],
  [cartMessages.updatedTitle, 'Cart Updated'],
  [cartMessages.collectionBonusTitle, 'Complete Collection Bonus!'],
  [cartMessages.collectionBonus('£40'), '£40 bundle discount applied for completing your collection!'],
  [playerMessages.accessDenied, 'Access Denied'],
  [playerMessages.noAccess, "You don't have access to this video. Please purchase a license to continue."],
  [playerMessages.close, 'Close'],
  [playerMessages.notAvailable, 'Video Not Available'],
  [playerMessages.contactSupport, 'Please contact support if this issue persists'],
  [playerMessages.errorTitle, 'Video Error'],
  [playerMessages.error, 'Failed to load video. Please try again.'],
  [checkoutMessages.paymentFailed, 'Payment Failed'],
  [checkoutMessages.paymentError, 'Payment Error'],
  [checkoutMessages.unexpected, 'An unexpected error occurred'],
  [checkoutMessages.paymentSuccessful, 'Payment Successful'],
  [
    checkoutMessages.stripeNotLoaded,
    'Failed to load Stripe.js. Please check your internet connection and try again.',
  ],
  [resetPasswordMessages.invalidLink, 'Invalid Link'],
  [resetPasswordMessages.expiredLink, 'Invalid or Expired Link'],
  [resetPasswordMessages.failedTitle, 'Reset Failed'],
  [forgotPasswordMessages.sentTitle, 'Reset Link Sent'],
  [refererResetMessages.errorTitle, 'Error'],
  [refererResetMessages.sendFailed, 'Failed to send reset email. Please try again.'],
  [refererResetMessages.resetFailed, 'Failed to reset password. Please try again.'],
  [refererLoginMessages.failedTitle, 'Login Failed'],
  [refererLoginMessages.failed, 'Invalid referral code or password'],
  [refererPortalMessages.referralsFailed, 'Failed to fetch referrals'],
  [refererPortalMessages.payoutsFailed, 'Failed to fetch payouts'],
  [dashboardMessages.notFound, 'Dashboard not found'],
  [dashboardMessages.accessDenied, 'Access Denied'],
  [dashboardMessages.ownDashboardOnly, 'You can only view your own dashboard.'],
  [refererApplicationMessages.failedTitle, 'Submission Failed'],
  [refererApplicationMessages.failed, 'Please try again later.'],
  [verifyEmailMessages.noToken, 'Invalid verification link. Please check your email for the correct link.'],
  [verifyEmailMessages.failed, 'Email verification failed.'],
  [verifyEmailMessages.networkError, 'An error occurred during verification. Please try again.'],
  [pendingVerificationMessages.resendFailed, 'Failed to resend verification email. Please try again.'],
  [pendingVerificationMessages.sent, 'Email sent!'],
  [adminLoginMessages.failed, 'Login failed'],
  [adminLoginMessages.verifyFailed, 'Verification failed'],
  [adminLoginMessages.resendFailed, 'Failed to resend code'],
  [adminLoginMessages.networkError, 'Network error. Please try again.'],
  [adminLoginMessages.codeSent, 'Authentication Code Sent'],
  [adminLoginMessages.signedIn, 'Authentication Successful'],
  [adminLoginMessages.codeResent, 'Code Resent'],
  [editRefererMessages.failed, 'Failed to update club details'],
  [editRefererMessages.updated, 'Club Updated'],
  [createRefererMessages.failedTitle, 'Error Creating Club'],
  [createRefererMessages.failed, 'Failed to create referer'],
  [createRefererMessages.created, 'Referer Created'],
  [adminDashboardMessages.statusFailed, 'Failed to update application status'],
  [adminDashboardMessages.paymentFailed, 'Failed to process payment'],
  [adminDashboardMessages.reversalFailed, 'Failed to reverse payment status'],
  [adminDashboardMessages.reportFailed, 'Failed to download quarterly report'],
  [adminDashboardMessages.paymentProcessed, 'Payment Processed'],
  [adminDashboardMessages.paymentReversed, 'Payment Reversed'],
  [adminDashboardMessages.noReferers, 'No referers found'],
  [adminDashboardMessages.noQuarters, 'No quarterly data available'],
  [adminDashboardMessages.noSales, 'No sales found for this quarter'],
  [bulkEmailMessages.sendFailed, 'Failed to send bulk email'],
  [bulkEmailMessages.templateFailed, 'Failed to generate template'],
  [bulkEmailMessages.sent(12, 0), 'Successfully sent 12 emails'],
  [bulkEmailMessages.sent(10, 2), 'Successfully sent 10 emails, 2 failed'],
  [notFoundMessages.title, '404 Page Not Found'],
]

const screens: readonly Row[] = [
  [cartMessages.title, 'Your Cart'],
  [cartMessages.empty, 'Your cart is empty'],
  [cartMessages.codePlaceholder, 'Enter club code'],
  [cartMessages.secureCheckout, 'Secure Checkout'],
  [cartMessages.upgradeTitle, 'Upgrade to Bundle'],
  [videoCardMessages.inCart, 'In Cart'],
  [videoCardMessages.owned, 'Owned'],
  [videoDetailMessages.play, 'Play Video'],
  [videoDetailMessages.alreadyInCart, 'Already in Cart'],
  [playerMessages.securing, 'Securing video access...'],
  [playerMessages.noExpiry, 'N/A'],
  [playerMessages.resumingTitle, 'Resuming Video'],
  [playerMessages.resuming(47), 'Continuing from 47% progress'],
  [checkoutSuccessMessages.title, 'Payment Successful!'],
  [checkoutSuccessMessages.goToVideos, 'Go to My Videos'],
  [checkoutSuccessMessages.returnHome, 'Return to Homepage'],
  [dashboardMessages.daysRemaining, 'Days Remaining'],
  [verifyEmailMessages.failedTitle, 'Verification Failed'],
  [verifyEmailMessages.welcome, 'Welcome!'],
  [pendingVerificationMessages.resend, 'Resend Verification Email'],
  [pendingVerificationMessages.backToHome, 'Back to Home'],
  [refererApplicationMessages.submitting, 'Submitting...'],
  [refererApplicationMessages.submittedTitle, 'Application Submitted!'],
  [refererApplicationMessages.returnHome, 'Return to Home'],
  [refererResetMessages.checkYourEmail, 'Check Your Email'],
  [refererResetMessages.differentEmail, 'Try Different Email'],
  [refererResetMessages.backToLogin, 'Back to Login'],
  [refererResetMessages.complete, 'Password Reset Complete'],
  [refererPortalMessages.thisQuarter('Q3 2025'), 'This Quarter (Q3 2025)'],
  [refererPortalMessages.totalUnpaid, 'Total Unpaid'],
  [adminDashboardMessages.title, 'Commission Management Dashboard'],
  [adminDashboardMessages.verifying, 'Verifying admin access...'],
  [adminDashboardMessages.addReferer, 'Add New Referer'],
  [bulkEmailMessages.send(128), 'Send to 128 Recipients'],
]

describe('the mandated words', () => {
  test.each(validation)('validation: %s', (actual, mandated) => expect(actual).toBe(mandated))
  test.each(errors)('errors and notices: %s', (actual, mandated) => expect(actual).toBe(mandated))
  test.each(screens)('screens: %s', (actual, mandated) => expect(actual).toBe(mandated))

  test('the reset fallbacks begin as mandated', () => {
    expect(resetPasswordMessages.failedBadInput).toMatch(/^Invalid input data\.\.\./)
    expect(resetPasswordMessages.failedServer).toMatch(/^Server error\.\.\./)
  })

  test('a toast about the cart counts in the right number', () => {
    expect(cartMessages.updated(1)).toBe('1 video removed, already owned')
    expect(cartMessages.updated(3)).toBe('3 videos removed, already owned')
  })
})
