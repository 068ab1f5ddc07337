import { registerStudent } from '#server/features/accounts/registration.ts'
import { verifyEmail } from '#server/features/accounts/verification.ts'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { recordDetails } from '#server/features/checkout/record-details.ts'
import { createMessage } from '#server/features/contact/messages.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { cancelExpired } from '#server/features/payments/reconcile-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import { approveApplication, rejectApplication } from '#server/features/referers/applications.ts'
import { submitApplication } from '#server/features/referers/submit-application.ts'
import { sendReminders } from '#server/features/reminders/send-reminders.ts'
import { currentConsentVersion } from '#shared/messages/checkout.ts'
import { pence } from '#shared/money/money.ts'
import { registerInput } from '#shared/schemas/auth.ts'
import { contactInput } from '#shared/schemas/contact.ts'
import { progressSaveInput } from '#shared/schemas/progress.ts'
import { refererApplicationInput } from '#shared/schemas/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'
import { clubForm, person } from './people.ts'
import type { YearShop } from './year-shop.ts'

const MINUTE_MS = 60_000

export type Sale = { orderId: string; intentId: string; studentId: string }
export type Cart = {
  videoIds: readonly number[]
  code: string | null
  method: string
  isDeclinedFirst: boolean
}

/** What people do in the year, each through the use case behind the screen they would use. */
export type Acts = ReturnType<typeof createActs>

export function createActs(shop: YearShop, adminId: string) {
  const { deps, clock, sandbox, stripe } = shop

  async function register(n: number): Promise<string> {
    const { username, email } = person(n)
    const isBusiness = n % 23 === 5
    const form = registerInput.parse({
      username,
      email,
      password: 'crosswind-landing-27',
      wantsNews: n % 3 === 0,
      ...(isBusiness ? { accountType: 'business', businessName: `${person(n).name} Flying Ltd` } : {}),
    })
    await registerStudent(deps, form)
    clock.advance(2 * MINUTE_MS)
    const token = await newestToken(deps, 'verify-email', email)
    const { user } = await verifyEmail(deps, { token, userAgent: 'Firefox' })
    if (!user) throw new Error(`${email} could not be verified`)
    await shop.runJobs()
    return user.id
  }

  async function fillCart(studentId: string, cart: Cart): Promise<Sale> {
    clock.advance(3 * MINUTE_MS)
    const { order, intent } = await createIntent(deps, {
      studentId,
      videoIds: cart.videoIds,
      referralCode: cart.code,
    })
    if (!intent) throw new Error('A seeded cart has nothing to pay')
    return { orderId: order.id, intentId: intent.intentId, studentId }
  }

  async function buy(studentId: string, cart: Cart): Promise<Sale> {
    const sale = await fillCart(studentId, cart)
    const consent = { immediateAccess: true, wordingVersion: currentConsentVersion } as const
    await recordDetails(deps, {
      studentId,
      details: { orderId: sale.orderId, consent, buyer: null, noNews: false },
    })
    clock.advance(MINUTE_MS)
    if (cart.isDeclinedFirst) {
      await pay(sale.intentId, 'pm_card_chargeDeclined').catch(() => undefined)
      clock.advance(MINUTE_MS)
    }
    await pay(sale.intentId, cart.method)
    await sync(sale)
    return sale
  }

  async function pay(intentId: string, method: string): Promise<void> {
    const isCard = method.startsWith('pm_card')
    await stripe.paymentIntents.confirm(intentId, {
      ...(isCard ? { payment_method: method } : { payment_method_data: { type: method } }),
      return_url: 'https://shop.example.com',
    })
    if (!isCard) sandbox.controls.comeBack(intentId, 'approve')
  }

  async function sync({ intentId }: Sale): Promise<void> {
    clock.advance(1_000)
    await syncPayment(deps, intentId)
    await shop.runJobs()
  }

  async function chargeOf({ intentId }: Sale): Promise<string> {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId)
    return typeof charge === 'string' ? charge : (charge?.id ?? '')
  }

  return {
    register,
    leaveCart: fillCart,
    buy,
    sync,

    async watch({ studentId }: { studentId: string }, videoId: number, progress: number): Promise<void> {
      const { token } = await makeSession(deps, { studentId })
      const where = { videoId, kind: 'film' } as const
      const { durationSeconds } = await deps.db.mediaFile.findFirstOrThrow({ where, orderBy: { id: 'asc' } })
      const watched = [[0, Math.round(((durationSeconds ?? 0) * progress) / 100)]]
      const save = progressSaveInput.parse({ userId: studentId, videoId, progress, watched })
      await saveProgress(deps, { token, address: '192.0.2.1', save })
    },

    /** All of it, its first line, or an amount in pence. */
    async refund(sale: Sale, what: 'all' | 'line' | number): Promise<void> {
      const lines = await deps.db.orderLine.findMany({
        where: { orderId: sale.orderId },
        orderBy: { videoId: 'asc' },
        select: { id: true },
      })
      const lineIds = lines.map(({ id }) => id)
      const wish =
        typeof what === 'number'
          ? { amountPence: pence(what) }
          : { lineIds: what === 'all' ? lineIds : lineIds.slice(0, 1) }
      const reason = typeof what === 'number' ? 'The sound broke off' : 'Bought by mistake'
      const seenBackPence = pence(0)
      await refundOrder(deps, { orderId: sale.orderId, wish, reason, adminId, seenBackPence })
      await sync(sale)
    },

    async failRefund(sale: Sale): Promise<void> {
      const { data } = await stripe.refunds.list({ charge: await chargeOf(sale) })
      sandbox.controls.failRefund(data[0]?.id ?? '')
      await sync(sale)
    },

    async dispute(sale: Sale, what: 'open' | 'win' | 'lose'): Promise<void> {
      const charge = await chargeOf(sale)
      const { controls } = sandbox
      if (what === 'open') controls.openDispute(charge)
      else {
        const { data } = await stripe.disputes.list({ charge })
        const id = data[0]?.id ?? ''
        if (what === 'win') controls.winDispute(id)
        else controls.loseDispute(id)
      }
      await sync(sale)
    },

    async apply(form: Record<string, unknown>): Promise<string> {
      const { id } = await submitApplication(deps, refererApplicationInput.parse(clubForm(form)))
      await shop.runJobs()
      return id
    },

    async approve(id: string, draws: readonly number[]): Promise<string> {
      const left = [...draws]
      const { referralCode } = await approveApplication(
        deps,
        { id, adminId, adminNotes: 'Spoke on the phone.' },
        () => left.shift() ?? 0.5,
      )
      await shop.runJobs()
      return referralCode ?? ''
    },

    async reject(id: string): Promise<void> {
      await rejectApplication(deps, { id, adminId, adminNotes: 'No club by that name is known.' })
      await shop.runJobs()
    },

    async write(n: number, topic: string, message: string): Promise<void> {
      const { name, email } = person(n)
      await createMessage(deps, {
        message: contactInput.parse({ name, email, topic, message }),
        studentId: null,
      })
      await shop.runJobs()
    },

    /** What the scheduled jobs do in the morning. */
    async morning(): Promise<void> {
      await cancelExpired(deps)
      await sendReminders(deps)
      await shop.runJobs()
    },
  }
}
