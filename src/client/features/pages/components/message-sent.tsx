import { useEffect, useRef } from 'react'
import type { SentMessage } from '#client/features/pages/use-contact-form.ts'
import { formatDay } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { contactMessages } from '#shared/messages/contact.ts'

type MessageSentProps = { sent: SentMessage; onAnother: () => void }

/** What happens next, and what was written: nothing is mailed to an address that is not confirmed. */
export function MessageSent({ sent, onAnother }: MessageSentProps) {
  const { written, answer } = sent
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="prose">
      <h2 ref={heading} tabIndex={-1}>
        {contactMessages.sentTitle}
      </h2>
      <p>
        Its reference is <strong className="code">{answer.reference}</strong>. The instructor reads it and
        answers by email to <strong>{written.email}</strong>.
      </p>
      {answer.acknowledgedBy !== null && (
        <p>A person acknowledges your complaint by {formatDay(answer.acknowledgedBy)}.</p>
      )}
      <p>
        {answer.isAcknowledged
          ? 'A receipt with this reference goes to the address of your account. It does not repeat what you wrote, which stands here.'
          : 'No copy is mailed, because nobody has confirmed that address. What you wrote stands here, to print or copy.'}
      </p>
      <blockquote className="written">{written.message}</blockquote>
      <Row className="no-print">
        <Button onClick={onAnother}>Write another</Button>
      </Row>
    </div>
  )
}
