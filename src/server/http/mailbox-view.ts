/** One mail in the list: envelope, subject, and when the mailbox took it. */
export type MailSummary = { id: string; receivedAt: string; from: string; to: string[]; subject: string }

/** One mail, whole but for the bytes of its attachments. */
export type StoredMail = MailSummary & {
  messageId: string
  headers: { name: string; value: string }[]
  html: string | null
  text: string | null
  attachments: { filename: string; contentType: string; size: number }[]
}

/** What these pages read: the mails of a local mailbox, newest first. */
export type MailboxView = {
  list(filter?: { to?: string | undefined; limit?: number }): Promise<MailSummary[]>
  read(id: string): Promise<StoredMail | null>
  attachment(
    id: string,
    index: number,
  ): Promise<{ filename: string; contentType: string; content: Buffer } | null>
}
