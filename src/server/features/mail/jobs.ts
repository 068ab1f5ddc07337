import type { Deps } from '#server/deps.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { requeueMail } from './outbox.ts'
import { type AttachmentRenderer, sendMail } from './send-mail.ts'

type RenderDocument = (deps: Deps, documentId: string) => ReturnType<AttachmentRenderer>

type MailJobs = {
  'mail.send': JobHandler<'mail.send', Deps>
  'mail.sweep': JobHandler<'mail.sweep', Deps>
}

/** The jobs of mail. The caller supplies how a document is rendered as a PDF. */
export function mailJobs(renderDocument: RenderDocument): MailJobs {
  return {
    'mail.send': {
      async handle(deps, { outboxId }, signal) {
        const outcome = await sendMail(deps, {
          outboxId,
          signal,
          renderDocument: (documentId) => renderDocument(deps, documentId),
        })
        if (outcome.status === 'failed') {
          deps.log.error({ err: outcome.cause, outboxId }, 'A mail was given up')
        }
        if (outcome.status === 'unknown') {
          deps.log.error({ err: outcome.cause, outboxId }, 'Nobody knows whether a mail arrived')
        }
        if (outcome.status === 'retry') {
          throw new Error('The mail was not sent and is tried again', { cause: outcome.cause })
        }
      },
    },
    'mail.sweep': {
      async handle(deps) {
        await requeueMail(deps)
      },
      everyMs: 30_000,
    },
  }
}
