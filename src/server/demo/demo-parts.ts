import { join } from 'node:path'
import type { StripeSandbox } from '#sandbox/server/start-sandbox.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/infra/clock.ts'
import type { Log } from '#server/infra/log.ts'
import { projectRoot } from '#server/infra/root.ts'
import type { StripeSettings } from '#server/infra/stripe.ts'
import type { Mailbox } from './mailbox.ts'
import { type PartAddresses, readAddresses, writeAddresses } from './part-addresses.ts'
import { startPostgres } from './postgres.ts'

/** Where the parts are, be they the demo's own or configured ones. */
export type DemoParts = PartAddresses & {
  stripe: StripeSettings & { publishableKey: string }
  mediaDir: string
  /** Null where mail, or payments, are real, or run in another process. */
  mailbox: Mailbox | null
  sandbox: StripeSandbox | null
}

export const sampleVideos = join(projectRoot, 'samples/films')

/**
 * Starts the local far end of every part that nothing is configured for: each the real thing, so that the code
 * in between is the same as in production (requirements §11).
 */
export async function startDemoParts(
  config: Config,
  { log, onStop }: { log: Log; onStop: (step: () => Promise<unknown>) => void },
): Promise<DemoParts> {
  const { dataDir, databaseUrl, mail, parts } = config
  const postgres = databaseUrl === null ? await startPostgres(dataDir, { log }) : null
  if (postgres) onStop(() => postgres.stop())
  const mailbox = mail.smtpUrl === null ? await openMailbox(config) : null
  if (mailbox) onStop(() => mailbox.close())
  const sandbox = parts.payments === 'sandbox' ? await startSandbox(config, log) : null
  if (sandbox) onStop(() => sandbox.close())

  const addresses = {
    databaseUrl: postgres?.url ?? databaseUrl ?? '',
    smtpUrl: mailbox?.smtpUrl ?? mail.smtpUrl ?? '',
    stripe: sandbox ? ofSandbox(sandbox) : config.stripe,
  }
  if (postgres || mailbox || sandbox) writeAddresses(dataDir, addresses)
  return {
    ...addresses,
    mediaDir: sampleVideos,
    mailbox,
    sandbox,
  }
}

/**
 * For a worker of its own: uses the parts that the shop with the same DATA_DIR runs.
 *
 * @throws StartError when a part is neither configured nor running
 */
export function joinDemoParts(config: Config): DemoParts {
  const { databaseUrl, mail, parts } = config
  const isWhole = databaseUrl !== null && mail.smtpUrl !== null && parts.payments !== 'sandbox'
  const running = isWhole ? null : readAddresses(config.dataDir)
  return {
    databaseUrl: databaseUrl ?? running?.databaseUrl ?? '',
    smtpUrl: mail.smtpUrl ?? running?.smtpUrl ?? '',
    stripe: parts.payments === 'sandbox' && running ? running.stripe : config.stripe,
    mediaDir: sampleVideos,
    mailbox: null,
    sandbox: null,
  }
}

/** Mailbox and sandbox are loaded where they are used: a shop with parts of its own needs neither. */
async function openMailbox({ dataDir }: Config): Promise<Mailbox> {
  const { startMailbox } = await import('./mailbox.ts')
  return startMailbox({ dir: join(dataDir, 'mailbox'), clock: systemClock })
}

async function startSandbox({ dataDir, port, stripe }: Config, log: Log): Promise<StripeSandbox> {
  const { startStripeSandbox } = await import('#sandbox/server/start-sandbox.ts')
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
