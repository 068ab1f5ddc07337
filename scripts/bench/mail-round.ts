import { createTransport } from 'nodemailer'
import { addressOf } from '#server/config/values.ts'
import { loadConfig } from '#server/config.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { createBulkMailer } from '#server/infra/bulk-mailer.ts'
import { systemClock } from '#server/infra/clock.ts'
import { openDatabase } from '#server/infra/db.ts'
import { SIGNED_HEADERS } from '#server/infra/dkim.ts'
import { createLogger } from '#server/infra/log.ts'

/** One round in a process of its own, so that its memory is its own; the result goes to the parent process. */
export type Round = {
  sender: 'shop' | 'pool'
  smtpUrl: string
  databaseUrl: string
  campaignId: string
  recipients: number
  concurrency: number
  dkimKey: string | null
}
export type RoundResult = { perSecond: number; peakMegabytes: number }

const HTML = `<h1>Fog season is here</h1>${'<p>A new chapter in Meteorology tells what a TAF does not.</p>'.repeat(20)}`

async function withShop(round: Round): Promise<number> {
  const { databaseUrl, smtpUrl, dkimKey } = round
  const config = loadConfig({
    SESSION_SECRET: 'session-secret-of-the-bench-01234567',
    DATA_KEY: 'data-key-of-the-bench-0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench',
    MAIL_RATE_PER_SECOND: '1000000',
    MAIL_CONCURRENCY: String(round.concurrency),
    ...(dkimKey === null
      ? {}
      : { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'shop', DKIM_PRIVATE_KEY: dkimKey }),
  })
  const { prisma: db, pool, close } = openDatabase(databaseUrl)
  const bulkMailer = createBulkMailer({ smtpUrl, requireTls: false, from: addressOf(config.mail.from) })
  const log = createLogger({ level: 'warn', pretty: false })
  const deps = { config, db, pool, clock: systemClock, bulkMailer, log }
  const elapsed = await timed(() => sendCampaign(deps, { campaignId: round.campaignId }))
  const sent = await db.campaignRecipient.count({ where: { campaignId: round.campaignId, state: 'sent' } })
  if (sent !== round.recipients) throw new Error(`Only ${sent} of ${round.recipients} were sent`)
  bulkMailer.close()
  await close()
  return elapsed
}

/** As the library's own documentation does it: a pool, each mail built from its options; no row is written. */
async function withPool({ smtpUrl, recipients, concurrency, dkimKey }: Round): Promise<number> {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: concurrency,
    ...(dkimKey !== null && {
      dkim: {
        domainName: 'example.com',
        keySelector: 'shop',
        privateKey: dkimKey,
        headerFieldNames: SIGNED_HEADERS.join(':'),
      },
    }),
  })
  let next = 0
  async function lane(): Promise<void> {
    while (next < recipients) {
      const number = next++
      const url = `<https://shop.example.com/api/unsubscribe/${String(number).padStart(43, 'x')}>`
      await transport.sendMail({
        from: 'Shop <shop@example.com>',
        to: `reader-${number}@example.com`,
        subject: 'News of November',
        html: HTML,
        text: HTML.replace(/<[^>]+>/g, ' '),
        headers: { 'List-Unsubscribe': url, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      })
    }
  }
  const elapsed = await timed(async () => {
    await Promise.all(Array.from({ length: concurrency * 2 }, lane))
  })
  transport.close()
  return elapsed
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

process.on('message', async (round: Round) => {
  const seconds = round.sender === 'shop' ? await withShop(round) : await withPool(round)
  const result: RoundResult = {
    perSecond: round.recipients / seconds,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }
  process.send?.(result, () => process.exit(0))
})
