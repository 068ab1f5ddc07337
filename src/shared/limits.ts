/** Limits that no setting changes, most of them of `docs/requirements.md`. Durations carry their unit in the name. */

export const usernameMinLength = 3
export const usernameMaxLength = 40
export const passwordMinLength = 8
/** A password an admin sets for a referer; the portal requires a longer one at the first sign-in. */
export const refererInitialPasswordMinLength = 6
/** Longer passwords only cost hashing time. */
export const passwordMaxLength = 200
/** RFC 5321 §4.5.3.1.3 leaves 254 characters for an address. */
export const emailMaxLength = 254
export const referralCodeMinLength = 3
/** The database checks it too: the constraint `Referer_terms`. */
export const referralCodeMaxLength = 20
/** Of the name that a referer gives a link. */
export const linkNameMaxLength = 30
export const referralCodeLetters = 8
export const referralCodeMaxNumber = 999
export const phoneMinDigits = 7
export const sortCodeMinLength = 6
export const sortCodeMaxLength = 8
export const accountNumberLength = 8
export const adminCodeLength = 6
/** What the configuration may say of the seller: it fits on every document and in every mail. */
export const sellerNameMaxLength = 200
export const sellerAddressMaxLength = 500
/** The numbers of the company and of its registration for VAT. */
export const sellerNumberMaxLength = 40

export const videosInCollection = 7
/** From the beginning of which day before access ends a video can be bought again, to go on where it ends. */
export const renewalDays = 14
export const upgradePromptMinItems = 2
export const upgradePromptMaxItems = 6
/** More than the seven videos: older clients send a video twice, and doubles are dropped. */
export const orderVideosMax = 50

/** A question to the instructor, how many a student may ask about one video, and in a day. */
export const questionMaxLength = 1_000
export const questionsPerVideo = 50
export const questionsPerDay = 10
export const answerMaxLength = 4_000

/** How many places a search shows, and how long its question may be. */
export const searchResults = 20
export const searchMaxLength = 200

export const progressSaveEverySeconds = 5
export const resumeAboveSeconds = 2
export const resumeSeekDelayMs = 200

export const authRecheckMs = 5_000
export const dashboardAuthDelayMs = 500
export const passwordResetRedirectMs = 3_000
export const verifiedRedirectMs = 2_000
export const checkoutSuccessRedirectMs = 100

export const toastLimit = 1
export const toastDurationMs = 5_000
export const toastRemoveDelayMs = 1_000_000
export const toastSwipeThresholdPx = 50
export const toastHotkey = 'F8'

export const dashboardRetries = 3
export const adminSessionCheckStaleMs = 5 * 60_000
export const adminSessionCheckEveryMs = 10 * 60_000
export const adminSessionMonths = 3
/** As long as the entitlement of a single video: a student who watches it signs in once. */
export const studentSessionDays = 90
/** Shorter, because the portal shows money and changes bank details. */
export const refererSessionDays = 30
export const adminCodeMinutes = 10
export const adminCodeTries = 5
/** How old the admin's last code may be, mailed, of an app or of recovery, for what requirements §6.2 lists. */
export const stepUpHours = 12

export const resetLinkMinutes = 15
export const emailChangeHours = 24
export const orderOpenHours = 24
/** How far ahead an admin may open a video: a slip of the year goes no further. */
export const adminAccessMaxMonths = 60
export const mediaGrantMinutes = 10
export const streamActiveSeconds = 60

export const noteMaxLength = 2_000
export const notesPerVideo = 500

export const defaultReferralDiscountPercent = 10
export const defaultCommissionPercent = 5
export const payoutVatPercent = 20

/** The window of most rate limits; their numbers are in `server/infra/rate-limits.ts`. */
export const limitWindowMinutes = 15
export const recoveryCodeCount = 10
/** Letters and digits, the hyphen between the halves not counted. */
export const recoveryCodeLength = 10

export const contactNameMaxLength = 100
export const contactMessageMaxLength = 5_000
/** Days of the right to cancel, after the day of the contract (Consumer Contracts Regulations 2013, reg. 30). */
export const cancellationDays = 14
/** Days in which the money of a cancelled contract goes back (the same, reg. 34). */
export const repaymentDays = 14
/** Of what a student writes with a request for a refund, and of the answer. */
export const requestMessageMaxLength = 2_000
/** The same words from the same writer within this are one message: its answer was lost on the way. */
export const contactSentAgainHours = 1
/** A person answers a complaint, or says that it is being looked into, within this time (requirements §10). */
export const complaintDays = 30
export const contactKeptMonths = 12
/** As long as a claim can be brought on a contract (Limitation Act 1980, section 5). */
export const complaintKeptMonths = 72

/** How long it is known who signed in from where, and who could not. */
export const securityEventDays = 90

/**
 * Mails of the outbox, campaigns with their recipients, and the links that unsubscribe, after they were sent: a package is
 * open for a year, a bank may dispute for a year and a half, and hardly any reader follows a link in an older mail.
 */
export const mailKeptMonths = 24

export const minimumAge = 16
export const refererMinimumAge = 18
export const monthlyTrendMonths = 6
/** Of a period that an admin chooses. */
export const mostTrendMonths = 12

/** A campaign's HTML and text, in characters, and the addresses of a custom list. */
export const bulkHtmlMax = 500_000
export const bulkTextMax = 200_000
export const bulkCustomMax = 10_000
/** A whole campaign as JSON, list included: characters outside ASCII are three bytes, and line breaks two. */
export const bulkBodyBytes = 6 * 1024 * 1024
/** Of a file for the catalog: small enough to arrive within the half minute a request may take, on a line of 1.5 Mbit/s. */
export const uploadPieceBytes = 4 * 1024 * 1024
/** How long the answer of a bulk send waits for the recipients' rows (requirements §7). */
export const bulkAnswerMs = 2_000

/** How often payments are compared with Stripe, and events that failed are tried again; two tries within an outage's 15 minutes. */
export const reconcileMinutes = 5
