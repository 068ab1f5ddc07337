import { createHmac } from 'node:crypto'
import { eventOnWire } from './events.ts'
import type { Delivery } from './records.ts'
import { failRefund, succeedRefund } from './refunds.ts'
import { type SandboxLog, switchesOf, type World } from './world.ts'

const BACKOFF_SECONDS = [5, 30, 120, 600, 3600, 6 * 3600, 12 * 3600]
const GIVE_UP_AFTER = 12
const ANSWER_WITHIN_MS = 10_000
/** Stripe does not wait for one answer before it sends the next event. */
const AT_ONCE = 8
/** How often a waiting delivery is looked at: the injected clock may leap, so its distance is no measure. */
const LOOK_EVERY_MS = 2_000

export type WebhookTarget = { url: () => string; secret: string }

/** Stripe's signature over a webhook body: HMAC SHA-256 of `time.body`; the time is in unix seconds. */
function signWebhook(input: { body: string; secret: string; at: number }): string {
  const signature = createHmac('sha256', input.secret).update(`${input.at}.${input.body}`).digest('hex')
  return `t=${input.at},v1=${signature}`
}

function backoff(attempts: number): number {
  return BACKOFF_SECONDS[Math.min(attempts, BACKOFF_SECONDS.length) - 1] ?? 0
}

async function post(input: { url: () => string; body: string; signature: string; signal: AbortSignal }) {
  const response = await fetch(input.url(), {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': input.signature,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body: input.body,
    signal: AbortSignal.any([input.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  await response.body?.cancel()
  return { isTaken: response.ok, answer: String(response.status) }
}

function runJobs(world: World) {
  for (const job of world.store.all('job').filter(({ dueAt }) => dueAt <= world.now())) {
    world.store.drop('job', job.id)
    if (job.action === 'fail_refund' && world.store.get('refund', job.target)?.status !== 'failed') {
      failRefund(world, job.target)
    }
    if (job.action === 'succeed_refund') succeedRefund(world, job.target)
  }
  world.store.commit()
}

/** What is due now, in the order in which it goes out. */
function dueDeliveries(world: World): Delivery[] {
  const { holdWebhooks, reverseWebhooks } = switchesOf(world)
  if (holdWebhooks) return []
  const due = world.store.all('delivery').filter((it) => it.state === 'waiting' && it.dueAt <= world.now())
  return reverseWebhooks ? due.reverse() : due
}

/** The events of one payment follow each other; all do where another order was asked for. */
function byPayment(world: World, due: readonly Delivery[]): Map<string, Delivery[]> {
  const groups = new Map<string, Delivery[]>()
  for (const delivery of due) {
    const object = world.store.get('event', delivery.id)?.data.object
    const key = switchesOf(world).reverseWebhooks ? '' : String(paymentOf(object))
    groups.set(key, [...(groups.get(key) ?? []), delivery])
  }
  return groups
}

function paymentOf(object: object | undefined): unknown {
  if (!object) return ''
  if ('payment_intent' in object && object.payment_intent) return object.payment_intent
  return 'id' in object ? object.id : ''
}

/**
 * Delivers what is owed to the shop, of several payments at once, again and later where it is refused.
 * A delivery is forgotten only when the shop answered 2xx, so the shop sees each event at least once.
 */
export function startDelivering(input: { world: World; target: WebhookTarget | null; log: SandboxLog }) {
  const { world, target, log } = input
  const closing = new AbortController()
  let running: Promise<void> | null = null

  async function attempt(to: WebhookTarget, delivery: Delivery) {
    const event = world.store.get('event', delivery.id)
    if (event === undefined) {
      world.store.drop('delivery', delivery.id)
      return
    }
    const body = JSON.stringify(eventOnWire(world, event), null, 2)
    const signature = signWebhook({ body, secret: to.secret, at: world.now() })
    const { isTaken, answer } = await post({ url: to.url, body, signature, signal: closing.signal }).catch(
      (error: unknown) => ({ isTaken: false, answer: error instanceof Error ? error.name : 'error' }),
    )
    if (closing.signal.aborted) return
    note(delivery, isTaken, answer)
  }

  function note(delivery: Delivery, isTaken: boolean, answer: string) {
    const attempts = delivery.attempts + 1
    const copies = isTaken ? delivery.copies - 1 : delivery.copies
    const failed = attempts >= GIVE_UP_AFTER ? 'given_up' : 'waiting'
    const state = isTaken ? (copies > 0 ? 'waiting' : 'delivered') : failed
    const dueAt = isTaken ? delivery.dueAt : world.now() + backoff(attempts)
    world.store.put('delivery', { ...delivery, attempts, copies, state, dueAt, lastAnswer: answer })
    world.store.commit()
    if (!isTaken) log.info({ event: delivery.id, answer, attempts }, 'A sandbox webhook was not taken')
  }

  async function run() {
    runJobs(world)
    if (target === null) return
    // Due events are read again after each pass: a handler that calls back causes new events.
    for (let due = dueDeliveries(world); due.length > 0; due = dueDeliveries(world)) {
      const groups = byPayment(world, due).values()
      const sendNext = async () => {
        for (const group of groups) {
          for (const delivery of group) {
            if (closing.signal.aborted) return
            await attempt(target, delivery)
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
      if (closing.signal.aborted) return
    }
  }

  /** Delivers everything that is due, and resolves when nothing due is left. */
  async function deliverDue(): Promise<void> {
    while (running !== null) await running
    running = run().finally(() => {
      running = null
    })
    await running
  }

  function kick() {
    deliverDue().catch((error: unknown) => log.warn({ error }, 'The webhook sandbox failed'))
  }

  const timer = setInterval(kick, LOOK_EVERY_MS)
  timer.unref()

  async function stop() {
    clearInterval(timer)
    closing.abort()
    await running
  }

  return { deliverDue, kick, stop }
}
