import type Stripe from 'stripe'
import { z } from 'zod'
import { SandboxApiError } from '#sandbox/server/api-error.ts'
import type { SandboxControls } from '#sandbox/server/controls.ts'
import { decodeForm } from '#sandbox/server/form.ts'
import type { Store } from '#sandbox/server/store.ts'
import { paymentsPage } from './payments-page.ts'
import { redirectOverPage, redirectPage } from './redirect-page.ts'
import { STYLE } from './style.ts'

type PageAnswer = { status: number; headers: Record<string, string>; body: string }
type Pages = { store: Store; controls: SandboxControls }

const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const HOME = '/dev/stripe'

function htmlAnswer(body: string, status = 200): PageAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body,
  }
}

function seeOther(location: string): PageAnswer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}

const id = z.string()
const form = z.object({
  id: id.optional(),
  intent: id.optional(),
  client_secret: z.string().optional(),
  outcome: z.string().optional(),
  pounds: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .optional(),
  name: z.enum(['holdWebhooks', 'duplicateWebhooks', 'reverseWebhooks', 'lateFees']).optional(),
  value: z.enum(['true', 'false']).optional(),
  count: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional(),
  fault: z
    .enum([
      'rate_limit',
      'lock_timeout',
      'key_in_use',
      'api_error',
      'hang_up',
      'lose_answer',
      'answer_late',
      'never_answer',
      '',
    ])
    .optional(),
  kind: z.enum(['chargeback', 'inquiry', 'prevented']).optional(),
})

type Form = z.infer<typeof form>

function act(controls: SandboxControls, path: string, fields: Form): boolean {
  const target = fields.id ?? ''
  const count = Number(fields.count ?? 0)
  switch (path) {
    case 'settle':
      controls.settle(target, fields.outcome === 'succeeded')
      return true
    case 'decide':
      controls.comeBack(target, fields.outcome === 'approve' ? 'approve' : 'refuse')
      return true
    case 'fee':
      controls.tellFee(target)
      return true
    case 'refund':
      controls.refund(target, fields.pounds ? Math.round(Number(fields.pounds) * 100) : undefined)
      return true
    case 'cancel-refund':
      controls.cancelRefund(target)
      return true
    case 'fail-refund':
      controls.failRefund(target)
      return true
    case 'dispute':
      controls.openDispute(target, {
        ...(fields.kind ? { kind: fields.kind } : {}),
        ...(fields.pounds ? { amount: Math.round(Number(fields.pounds) * 100) } : {}),
      })
      return true
    case 'escalate':
      controls.escalateInquiry(target)
      return true
    case 'win':
      controls.winDispute(target)
      return true
    case 'lose':
      controls.loseDispute(target)
      return true
    case 'pay-out':
      controls.payOut()
      return true
    case 'land-payout':
      controls.landPayout(target)
      return true
    case 'fail-payout':
      controls.failPayout(target)
      return true
    case 'resend':
      controls.resend(target)
      return true
    case 'drop':
      controls.switch({ dropNext: count })
      return true
    case 'fault':
      controls.switch({ fault: fields.fault || null, faultsLeft: count })
      return true
    case 'switch':
      if (fields.name) controls.switch({ [fields.name]: fields.value === 'true' })
      return true
    default:
      return false
  }
}

/** Where a buyer goes back to, with what Stripe adds to the address. */
function returnAddress(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const status: { [status: string]: string } = { succeeded: 'succeeded', processing: 'pending' }
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', status[intent.status] ?? 'failed')
  return url.href
}

function waiting(
  store: Store,
  intentId: string,
  secret: string | undefined,
): Stripe.PaymentIntent | undefined {
  const intent = store.get('payment_intent', intentId)
  const isOpen = intent?.status === 'requires_action' && intent.client_secret === secret
  return isOpen && intent.next_action?.redirect_to_url ? intent : undefined
}

function decideRedirect({ store, controls }: Pages, fields: Form): PageAnswer {
  const intent = waiting(store, fields.intent ?? '', fields.client_secret)
  const returnUrl = intent?.next_action?.redirect_to_url?.return_url
  if (!intent || !returnUrl) return htmlAnswer(redirectOverPage(), 409)
  const outcome =
    fields.outcome === 'leave_pending' || fields.outcome === 'approve' ? fields.outcome : 'refuse'
  return seeOther(returnAddress(returnUrl, controls.comeBack(intent.id, outcome)))
}

function showRedirect(store: Store, intentId: string, query: string): PageAnswer {
  const intent = waiting(store, intentId, new URLSearchParams(query).get('client_secret') ?? undefined)
  if (intent === undefined) return htmlAnswer(redirectOverPage(), 404)
  const method = store.get('payment_method', String(intent.payment_method))
  return htmlAnswer(redirectPage(intent, method?.type ?? ''))
}

function home({ store, controls }: Pages, fault: string | null, status = 200): PageAnswer {
  return htmlAnswer(paymentsPage({ store, switches: controls.switches(), fault }), status)
}

function post(pages: Pages, path: string, body: string): PageAnswer {
  const fields = form.safeParse(decodeForm(body))
  if (!fields.success) return home(pages, 'That form was not filled in properly.', 400)
  try {
    if (path === 'away') return decideRedirect(pages, fields.data)
    return act(pages.controls, path, fields.data)
      ? seeOther(HOME)
      : home(pages, 'There is no such page.', 404)
  } catch (error) {
    if (error instanceof SandboxApiError) return home(pages, error.message, 409)
    throw error
  }
}

/** The sandbox's pages under `/dev/stripe`; `path` is what follows it. */
export function answerPage(
  pages: Pages,
  request: { method: string; path: string; query: string; body: string; isCrossSite: boolean },
): PageAnswer {
  const { method, path, query, body } = request
  if (method === 'POST') {
    return request.isCrossSite
      ? home(pages, 'That form came from another site.', 403)
      : post(pages, path, body)
  }
  if (path === 'style.css') {
    const headers = { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }
    return { status: 200, headers, body: STYLE }
  }
  if (path.startsWith('away/')) return showRedirect(pages.store, path.slice('away/'.length), query)
  return path === '' ? home(pages, null) : home(pages, 'There is no such page.', 404)
}
