import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/infra/clock.ts'
import type { Log } from '#server/infra/log.ts'
import { projectRoot } from '#server/infra/root.ts'
import type { StripeSettings } from '#server/infra/stripe.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { startPostgres } from './postgres.ts'
import { type StripeSandbox, startStripeSandbox } from './stripe/start-sandbox.ts'

/** Where the parts are, be they the demo's own or configured ones. */
export type DemoParts = {
  databaseUrl: string
  smtpUrl: string
  stripe: StripeSettings & { publishableKey: string }
  mediaDir: string
  /** Null where mail, or payments, are real. */
  mailbox: Mailbox | null
  sandbox: StripeSandbox | null
  close(): Promise<void>
}

/**
 * Starts the local far end of every part that nothing is configured for: each the real thing, so that the code
 * in between is the same as in production (requirements §11).
 */
export async function startDemoParts(config: Config, log: Log): Promise<DemoParts> {
  const { dataDir, databaseUrl, mail, parts } = config
  const postgres = databaseUrl === null ? await startPostgres(dataDir, { log }) : null
  const mailbox =
    mail.smtpUrl === null ? await startMailbox({ dir: join(dataDir, 'mailbox'), clock: systemClock }) : null
  const sandbox = parts.payments === 'sandbox' ? await startSandbox(config, log) : null

  return {
    databaseUrl: postgres?.url ?? databaseUrl ?? '',
    smtpUrl: mailbox?.smtpUrl ?? mail.smtpUrl ?? '',
    stripe: sandbox ? ofSandbox(sandbox) : config.stripe,
    mediaDir: join(projectRoot, 'src/server/demo/media'),
    mailbox,
    sandbox,
    async close() {
      await sandbox?.close()
      await mailbox?.close()
      await postgres?.stop()
    },
  }
}

function startSandbox({ dataDir, port, stripe }: Config, log: Log): Promise<StripeSandbox> {
  return startStripeSandbox({
    file: join(dataDir, 'stripe-sandbox.jsonl'),
    clock: systemClock,
    webhook: { url: () => `http://127.0.0.1:${port}/api/stripe/webhook`, secret: stripe.webhookSecret },
    log,
  })
}

function ofSandbox({ secretKey, publishableKey, webhookSecret, host, port, protocol }: StripeSandbox) {
  return { secretKey, publishableKey, webhookSecret, apiBase: { host, port, protocol } }
}
