import { setTimeout as pause } from 'node:timers/promises'
import { textOf } from '#emails/render-bulk.ts'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { assertReleased } from '#server/features/mail/hold.ts'
import { newId } from '#server/infra/ids.ts'
import type { BulkEmailInput } from '#shared/schemas/campaigns.ts'
import { RECIPIENTS_SQL, REFUSED_SQL } from './audience.ts'
import { enqueueCampaigns } from './change-campaign.ts'
import { type Counts, countOf } from './queries.ts'
import { sanitiseHtml } from './sanitise-html.ts'

type StartDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'log'>
type StartInput = BulkEmailInput & { adminId: string }

/** Recorded where the admin gave no reason why a custom list may be written to. */
const BASIS_NOT_STATED = 'not stated'

/**
 * Writes the campaign with a row for each recipient, then enqueues it. The audience is fixed now; a recipient who opts
 * out later is skipped when their mail is due. Returns the campaign's id.
 *
 * @throws ShopError SHOP_ON_HOLD, MAILING_EMPTY, NO_RECIPIENTS; CAMPAIGN_NOT_FOUND where its draft was sent or deleted
 */
export async function startCampaign(deps: StartDeps, input: StartInput): Promise<string> {
  await assertReleased(deps)
  const html = await sanitiseHtml(input.htmlContent)
  if (html === '') throw new ShopError('MAILING_EMPTY')
  const text = input.textContent ?? (await textOf(html))

  const campaignId = await deps.db.$transaction(
    async (tx) => {
      const id = await writeCampaign(tx, deps, { ...input, html, text })
      const written = await writeRecipients(tx, deps, { ...input, id })
      if (written === 0) throw new ShopError('NO_RECIPIENTS')
      await recordAudit(tx, deps, {
        actor: { kind: 'admin', id: input.adminId },
        action: 'campaign.sent',
        subject: { kind: 'campaign', id },
        details: { recipients: input.recipients, count: written, basis: basisOf(input) },
      })
      return id
    },
    // A hundred thousand rows in one statement take several seconds.
    { timeout: 60_000 },
  )
  await enqueueCampaigns(deps, [campaignId])
  return campaignId
}

function basisOf({ recipients, basis }: StartInput): string | null {
  return recipients === 'custom' ? (basis ?? BASIS_NOT_STATED) : null
}

/** The draft becomes the campaign, so that a second click finds no draft. */
async function writeCampaign(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  input: StartInput & { html: string; text: string },
) {
  const now = clock.now()
  const data = {
    status: 'sending' as const,
    audience: input.recipients,
    basis: basisOf(input),
    subject: input.subject,
    htmlContent: input.html,
    textContent: input.text,
    customEmails: [],
    createdById: input.adminId,
    createdAt: now,
    startedAt: now,
  }
  const id = newId(now)
  // A new id keeps the history in the order of sending.
  if (input.draftId === null) {
    await tx.campaign.create({ data: { id, ...data }, select: { id: true } })
    return id
  }
  const { count } = await tx.campaign.updateMany({
    where: { id: input.draftId, status: 'draft' },
    data: { id, ...data },
  })
  if (count !== 1) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return id
}

/** One statement, so that memory does not grow with the list. Returns how many will be mailed. */
async function writeRecipients(
  tx: Tx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { id, recipients, customEmails }: StartInput & { id: string },
) {
  // Ids sort in the order of insertion: the workers send in this order.
  const prefix = newId(clock.now()).slice(0, 24)
  const host = new URL(config.publicUrl).hostname
  const insert = (source: string) => `
    with numbered as (
      select a.*, $2 || lpad(to_hex(row_number() over (order by a."addressKey")), 8, '0') as "id"
        from (${source}) a
    ), written as (
      insert into "CampaignRecipient" ("id", "campaignId", "address", "addressKey", "state", "attempts", "messageId")
      select n."id", $3, n."address", n."addressKey", n."state", 0, '<' || n."id" || '@' || $4 || '>' from numbered n
      returning "state"
    )
    select count(*)::int as "count" from written where "state" = 'queued'`
  const [row] =
    recipients === 'custom'
      ? await tx.$queryRawUnsafe<{ count: number }[]>(insert(CUSTOM_SQL), customEmails, prefix, id, host)
      : await tx.$queryRawUnsafe<{ count: number }[]>(
          insert(`select r.*, 'queued'::"RecipientState" as "state" from (${RECIPIENTS_SQL}) r`),
          recipients,
          prefix,
          id,
          host,
        )
  return row?.count ?? 0
}

/** Suppressed addresses of a list get a row too, so that the admin sees why they got no mail. */
const CUSTOM_SQL = `
  select k."address", lower(k."address") as "addressKey",
         (case when exists (select 1 from "Suppression" x where x."addressKey" = lower(k."address"))
                 or exists (select 1 from "Student" s where s."emailKey" = lower(k."address") and ${REFUSED_SQL})
               then 'suppressed' else 'queued' end)::"RecipientState" as "state"
    from unnest($1::text[]) k("address")`

const LOOK_EVERY_MS = 100

/** Waits until every recipient's outcome is known, but no longer than `timeoutMs`, then returns the counts. */
export async function waitForRows(
  deps: Pick<Deps, 'db'>,
  { campaignId, timeoutMs }: { campaignId: string; timeoutMs: number },
): Promise<Counts> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const counts = await countOf(deps, campaignId)
    if (counts.queued + counts.sending === 0 || waitedMs >= timeoutMs) return counts
    await pause(LOOK_EVERY_MS)
  }
}
