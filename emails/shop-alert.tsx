import { reconcileMinutes } from '#shared/limits.ts'
import type { WatchedPart } from '#shared/operations/monitored-parts.ts'
import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'shop-alert'>

export const PreviewProps: Props = {
  site: previewSite,
  part: 'webhooks',
  state: 'stopped',
  since: '2026-11-21T10:42:00.000Z',
  at: '2026-11-21T10:58:00.000Z',
}

type Words = { stopped: string; moving: string; means: string; look: string }

const WORDS: Record<WatchedPart, Words> = {
  queue: {
    stopped: 'The job queue has stopped',
    moving: 'The job queue moves again',
    means:
      'No job has run. Sales go on, but no mail is sent and no payment is compared with Stripe until it moves.',
    look: 'See whether the worker runs and whether Redis, or the database where no Redis is set, can be reached.',
  },
  mail: {
    stopped: 'Mail has stopped',
    moving: 'Mail leaves again',
    means: 'Mails wait and none leaves. They stay in the outbox and are tried again for four days.',
    look: 'See what the mail server says, and whether its password has run out.',
  },
  webhooks: {
    stopped: 'Stripe’s webhooks have stopped',
    moving: 'Stripe’s webhooks come again',
    means: `A payment was found by asking Stripe that no webhook told of. Films are opened all the same, up to ${reconcileMinutes} minutes later.`,
    look: 'See the endpoint in Stripe’s dashboard, and whether STRIPE_WEBHOOK_SECRET is the endpoint’s own.',
  },
  payments: {
    stopped: 'Stripe’s events are not acted on',
    moving: 'Stripe’s events are acted on again',
    means: 'An event of Stripe has come in and cannot be acted on: a sale, refund or dispute may be missing.',
    look: `See under Operations why it fails. It is tried again every ${reconcileMinutes} minutes.`,
  },
  backups: {
    stopped: 'There is no new backup',
    moving: 'Backups are made again',
    means: 'No good backup was made for 36 hours. What happened since would be lost with the machine.',
    look: 'See under Operations why the last one failed, and whether BACKUP_DIR has room.',
  },
}

export function subject({ part, state }: Props): string {
  return WORDS[part][state]
}

export function ShopAlert({ site, part, state, since, at }: Props) {
  const { means, look } = WORDS[part]
  const title = WORDS[part][state]
  const isOver = state === 'moving'
  return (
    <Layout
      site={site}
      title={title}
      preview={isOver ? `Since ${timeOfDay(at)}.` : means}
      reason="You get this email because you are an admin of this shop."
      isForStaff
    >
      <Paragraph>
        {isOver
          ? `It stood still from ${timeOfDay(since)} on ${longDate(since)} and moves since ${timeOfDay(at)} on ${longDate(at)}.`
          : `Since ${timeOfDay(since)} on ${longDate(since)}. ${means}`}
      </Paragraph>
      <Quiet>
        {isOver
          ? 'What waited meanwhile is being done now.'
          : `${look} You are written to once, and once more when it is over.`}
      </Quiet>
      <Action href={`${site.publicUrl}/admin/operations`} label="Open Operations" />
    </Layout>
  )
}
