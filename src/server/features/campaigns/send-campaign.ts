import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { isOnHold } from '#server/features/mail/hold.ts'
import { suppressAddress } from '#server/features/mail/suppressions.ts'
import type { Delivery } from '#server/infra/bulk-mailer.ts'
import type { BulkComposer } from '#server/infra/bulk-mime.ts'
import { newId } from '#server/infra/ids.ts'
import { retryDelayMs } from '#server/infra/queue.ts'
import { retryWrite } from '#server/infra/retry-write.ts'
import { addMilliseconds } from '#shared/calendar/durations.ts'
import { acquireLease, releaseLease, renewLease } from './campaign-lease.ts'
import { composeCampaign } from './compose-campaign.ts'
import { type Claimed, nextRound, type Result, type Round, type RoundInput } from './next-round.ts'

type SendDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'bulkMailer' | 'log'>

/** A campaign pauses itself after so many temporary failures without a success in between (requirements §11). */
const MOST_FAILURES_IN_ROW = 10
/** Attempts per recipient; the waits between them add up to about four hours. */
const MOST_ATTEMPTS = 10
/** A third of the lease, so that one renewal may be late. */
const RENEW_MS = 2_000
/** A round holds a tenth of a second's rate, so that mails leave evenly. */
const ROUNDS_PER_SECOND = 10
const ERROR_LENGTH = 500

type Run = {
  deps: SendDeps
  campaignId: string
  runnerId: string
  compose: BulkComposer
  signal: AbortSignal | undefined
  cursor: string
  /**
   * Resolves when the claiming lane is done: lanes claim one after the other, so that no two reserve the rate at once.
   */
  turn: Promise<unknown>
  /** How many lanes are claiming or wait to claim. */
  inTurn: number
  /** Shared by all lanes: temporary failures since the last success. */
  failures: number
  /** The number of failures stored in the row. */
  notedFailures: number
  /** Why no mail of the campaign can be composed; null while they can. */
  composeError: string | null
  /** Mails in progress at that moment do not pause it again: an admin may have resumed it. */
  hasPaused: boolean
  hasLease: boolean
}

/**
 * Sends a campaign until no recipient is due, it is paused, or `signal` aborts. One worker at a time; a second one
 * does nothing. The row says `sending` before delivery and `sent` after the server's 250; no other state is ever sent
 * again unasked.
 */
export async function sendCampaign(
  deps: SendDeps,
  { campaignId, signal }: { campaignId: string; signal?: AbortSignal | undefined },
): Promise<void> {
  if (await isOnHold(deps.db)) return
  const runnerId = newId(deps.clock.now())
  const campaign = await acquireLease(deps, { campaignId, runnerId })
  if (!campaign) return
  const { subject, htmlContent: html, textContent: text, audience: recipients } = campaign
  const run: Run = {
    deps,
    campaignId,
    runnerId,
    // A campaign that cannot be prepared fails at its first mail, which records the reason and pauses it.
    compose: await composeCampaign(deps, { subject, html, text, recipients }).catch(
      (error: unknown): BulkComposer =>
        () =>
          Promise.reject(error),
    ),
    signal,
    cursor: '',
    turn: Promise.resolve(),
    inTurn: 0,
    failures: campaign.failuresInRow,
    notedFailures: campaign.failuresInRow,
    composeError: null,
    hasPaused: false,
    hasLease: true,
  }
  const renewal = setInterval(() => {
    renewLease(deps, run).then(
      (isMine) => {
        run.hasLease = isMine
      },
      (error: unknown) =>
        deps.log.warn({ err: error, campaignId }, 'The lease of a campaign could not be renewed'),
    )
  }, RENEW_MS)
  const { lanes, width } = lanesOf(deps.config.mail)
  // A failed lane does not stop the others, so the lease is kept until the last lane ends.
  const ended = await Promise.allSettled(Array.from({ length: lanes }, () => runLane(run, width)))
  clearInterval(renewal)
  await releaseLease(deps, run)
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
}

/** While one lane waits for the database, another delivers. Together they never exceed the limits. */
function lanesOf({ concurrency, ratePerSecond }: Deps['config']['mail']): { lanes: number; width: number } {
  const width = Math.min(
    Math.ceil(ratePerSecond / ROUNDS_PER_SECOND),
    Math.max(1, Math.floor(concurrency / 2)),
  )
  return { lanes: Math.max(1, Math.floor(concurrency / width)), width }
}

async function runLane(run: Run, width: number): Promise<void> {
  let results: Result[] = []
  let isSecondLook = false
  while (true) {
    // Results are stored before the lane waits, so that a killed process leaves no mail in doubt.
    if (run.inTurn > 0 && results.length > 0) {
      await writeRound(run, { results, want: 0 })
      results = []
    }
    const round = await takeTurn(run, () => claimRound(run, { results, want: width }))
    results = []
    if (round === null) return
    if (round.claimed.length === 0 && round.leftOut === 0) {
      // Starts once more from the first recipient: waiting ones may be due now.
      if (isSecondLook) return
      isSecondLook = true
      run.cursor = ''
      continue
    }
    isSecondLook = false
    results = await Promise.all(round.claimed.map((recipient) => sendOne(run, recipient)))
    await pauseWhereBroken(run)
  }
}

const isOver = (run: Run) => run.signal?.aborted || !run.hasLease || findPauseReason(run) !== null

async function takeTurn<T>(run: Run, claim: () => Promise<T>): Promise<T> {
  run.inTurn += 1
  const claiming = run.turn.then(claim).finally(() => {
    run.inTurn -= 1
  })
  run.turn = claiming.catch(() => undefined)
  return claiming
}

/** Claims when the rate allows it; null where the run has ended. */
async function claimRound(run: Run, { results, want }: Pick<RoundInput, 'results' | 'want'>) {
  if (isOver(run)) return results.length === 0 ? null : writeRound(run, { results, want: 0 })
  const round = await writeRound(run, { results, want })
  if (round.turnAt === null) return round
  await waitUntil(run, round.turnAt)
  return isOver(run) ? null : writeRound(run, { results: [], want, isTurn: true })
}

async function writeRound(run: Run, input: Pick<RoundInput, 'results' | 'want' | 'isTurn'>): Promise<Round> {
  const { deps, campaignId, runnerId } = run
  const round = await retryWrite(
    () => nextRound(deps, { ...input, campaignId, runnerId, cursor: run.cursor }),
    deps,
  )
  if (round.cursor > run.cursor) run.cursor = round.cursor
  return round
}

async function sendOne(run: Run, recipient: Claimed): Promise<Result> {
  const { deps } = run
  const { address: to, messageId, token } = recipient
  let content: Buffer
  try {
    content = await run.compose({ to, messageId, token }, deps.clock.now())
  } catch (error) {
    return putBack(run, recipient, error)
  }
  const delivery = await deps.bulkMailer.deliver({ to, content })
  if (delivery.kind !== 'temporary' && delivery.kind !== 'unknown') run.failures = 0
  // A delivery that this process aborted on shutdown says nothing about the server.
  else if (!run.signal?.aborted) run.failures += 1
  if (delivery.kind === 'permanent' && delivery.isAddress) await suppress(run, recipient, delivery.error)
  return resultOf(recipient, delivery, deps.clock.now())
}

/** Nothing was sent. The recipient waits and the campaign pauses, because the next mail would fail too. */
function putBack(run: Run, { id, attempts }: Claimed, cause: unknown): Result {
  const { deps, campaignId } = run
  const error = (cause instanceof Error ? cause.message : String(cause)).slice(0, ERROR_LENGTH)
  deps.log.error({ err: cause, campaignId }, 'A mail of a campaign could not be composed')
  run.composeError ??= error
  return { id, attempts, state: 'queued', sentAt: null, error, nextAttemptAt: null }
}

function resultOf({ id, attempts }: Claimed, delivery: Delivery, now: Date): Result {
  const base = { id, attempts, sentAt: null, nextAttemptAt: null }
  switch (delivery.kind) {
    case 'sent':
      return { ...base, state: 'sent', sentAt: now, error: null }
    case 'unknown':
      return { ...base, state: 'unknown', error: delivery.error }
    case 'permanent':
      return { ...base, state: 'failed', error: delivery.error }
    case 'temporary': {
      if (attempts >= MOST_ATTEMPTS) return { ...base, state: 'failed', error: delivery.error }
      const nextAttemptAt = addMilliseconds(now, retryDelayMs(attempts))
      return { ...base, state: 'queued', error: delivery.error, nextAttemptAt }
    }
  }
}

/** A failure here must not lose the result: the next campaign learns of the bounce again. */
async function suppress({ deps, campaignId }: Run, { address }: Claimed, detail: string): Promise<void> {
  const input = { address, reason: 'bounced' as const, detail, now: deps.clock.now() }
  await deps.db
    .$transaction((tx) => suppressAddress(tx, input))
    .catch((error: unknown) => deps.log.warn({ err: error, campaignId }, 'A bounce was not noted'))
}

function findPauseReason({ composeError, failures }: Run): string | null {
  if (composeError !== null) return `A mail could not be composed: ${composeError}`
  return failures >= MOST_FAILURES_IN_ROW ? 'Ten mails in a row could not be sent for now.' : null
}

/** The server accepts nothing, the password is wrong or the key cannot sign: an admin has to act. */
async function pauseWhereBroken(run: Run): Promise<void> {
  const { deps, campaignId, runnerId, failures } = run
  const pauseReason = findPauseReason(run)
  if (run.hasPaused || (failures === run.notedFailures && pauseReason === null)) return
  run.notedFailures = failures
  run.hasPaused = pauseReason !== null
  const data = {
    failuresInRow: failures,
    ...(pauseReason !== null && { status: 'paused' as const, pauseReason }),
  }
  const { count } = await retryWrite(
    () => deps.db.campaign.updateMany({ where: { id: campaignId, runnerId, status: 'sending' }, data }),
    deps,
  )
  if (pauseReason !== null && count === 1)
    deps.log.error({ campaignId, pauseReason }, 'A campaign was paused')
}

async function waitUntil({ deps, signal }: Run, turnAt: Date): Promise<void> {
  const waitMs = turnAt.getTime() - deps.clock.now().getTime()
  if (waitMs > 0) await pause(waitMs, undefined, signal ? { signal } : {}).catch(() => undefined)
}
