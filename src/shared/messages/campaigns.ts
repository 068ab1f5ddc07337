/** Copy of the bulk email screen (requirements §2, §5, §8). */
export const bulkEmailMessages = {
  asText: 'HTML and plain text',
  title: 'Bulk Email',
  recipientsRequired: 'Please choose who gets this.',
  missingTitle: 'Missing required fields',
  missing: 'Please fill in subject and content',
  subjectMissing: 'Please fill in the subject.',
  contentMissing: 'Please write the text.',
  customRequired: 'Please enter at least one email address.',
  customInvalid: 'Please check the list: one of the addresses is not an email address.',
  customInvalidNamed: (lines: readonly string[]) => {
    const named = lines.slice(0, 5).map((line) => `“${line.slice(0, 60)}”`)
    const more = lines.length > 5 ? ` and ${lines.length - 5} more` : ''
    return `These are not email addresses: ${named.join(', ')}${more}.`
  },
  tooManyCustom: 'A list holds at most 10,000 addresses.',
  templateRequired: 'Please choose a template first.',
  courseNameRequired: 'Please enter the course name.',
  updateDetailsRequired: 'Please enter what has changed.',
  announcementTitleRequired: 'Please enter a title.',
  announcementRequired: 'Please enter a message.',
  linkInvalid: 'Please enter a full link, starting with https://',
  monthRequired: 'Please enter the month.',
  yearRequired: 'Please enter the year.',
  newsletterRequired: 'Please enter the content.',
  compose: 'Compose',
  useTemplate: 'Use Template',
  templateNames: {
    courseUpdate: 'Course Update',
    announcement: 'General Announcement',
    newsletter: 'Monthly Newsletter',
  },
  generate: 'Generate Template',
  showPreview: 'Show preview',
  hidePreview: 'Hide preview',
  send: (count: number) => `Send to ${count} Recipients`,
  sent: (sent: number, failed: number) =>
    failed > 0 ? `Successfully sent ${sent} emails, ${failed} failed` : `Successfully sent ${sent} emails`,
  sendFailed: 'Failed to send bulk email',
  templateFailed: 'Failed to generate template',

  saidNo: 'Unsubscribed, bounced, or said no to news.',
  basisRequired: 'Please say why you may write to these people.',
  nobody:
    'Nobody gets news so far: people who bought a film or asked for news, and referers, will be counted here.',
  testSent: 'Test sent',
  testFailed: 'Failed to send the test',
  draftFailed: 'Failed to save the draft',
  draftGone: 'This draft was sent or thrown away elsewhere.',
  draftChanged: 'This draft was changed elsewhere. What stands here goes on as one of its own.',
  draftThrownAway: 'Draft thrown away',
  templateFilledIn: 'Template generated',
  templateFilledInText: 'Subject and HTML are filled in. Change them as you like.',
  campaignPaused: 'Mailing paused',
  campaignResumed: 'Mailing goes on',
  campaignCancelled: 'Mailing cancelled',
  actFailed: 'Failed to change the mailing',
  retried: (count: number) => (count === 1 ? '1 email is tried again' : `${count} emails are tried again`),
} as const

/** Copy of the screen with the shop's own mails. */
export const emailPreviewMessages = {
  title: 'Email preview',
  none: 'The shop has no such email.',
} as const
