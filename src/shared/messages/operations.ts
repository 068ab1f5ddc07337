/** Copy of the operations page in the back office. */
export const operationsMessages = {
  title: 'Operations',
  health: 'Health',
  checkAgain: 'Check again',
  jobs: 'Jobs',
  noJobs: 'No job waits and none has failed.',
  failedJobs: 'Failed jobs',
  retry: 'Retry',
  retried: 'Job Retried',
  retryFailed: 'Failed to retry',
  mails: 'Emails that were given up or may not have arrived',
  noMails: 'None: every email has left or is still being tried.',
  sendWaiting: 'Send waiting mail now',
  waitingSent: 'Waiting Emails',
  waitingFailed: 'Failed to send waiting emails',
  mailRetried: 'Email Put Back',
  mailRetryFailed: 'Failed to send the email again',
  mailDismissed: 'Taken off the list',
  mailDismissFailed: 'Failed to take it off the list',
  browserErrors: 'Errors in browsers',
  noBrowserErrors: 'None in the last thirty days.',
  browserErrorDismissed: 'Taken off the list',
  doctor: 'Checks',
  runDoctor: 'Check everything',
  backups: 'Backups',
  noBackup: 'None was made yet',
  noDrill: 'None was tried yet',
  onHold: 'This shop was restored from a backup and is on hold',
  release: 'Release the shop',
  released: 'The Shop Is Released',
  releaseFailed: 'Failed to release the shop',
  goLive: 'Going live',
  audit: 'Audit log',
  auditFileFailed: 'Failed to download the audit log',
  noEntries: 'Nothing on record',
  noneMatch: 'Nothing on record for this choice',
} as const

/** The parts of the shop, as the operations page and its incidents call them. */
export const healthPartNames = {
  database: 'Database',
  queue: 'Job queue',
  mail: 'Email',
  payments: 'Stripe',
} as const

export const incidentMessages = {
  queue: 'The job queue has stopped',
  mail: 'Email has stopped',
  webhooks: 'Stripe’s webhooks have stopped',
  payments: 'Stripe’s events are not acted on',
  backups: 'There is no new backup',
} as const
