import Stripe from 'stripe'
import { type StripeSandbox, startStripeSandbox } from '#sandbox/server/start-sandbox.ts'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { createPayments } from '#server/infra/stripe.ts'
import { seedCatalog } from '../../prisma/seed/catalog.ts'
import { fixedClock } from './clock.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from './deps.ts'
import { type MadeStudent, makeStudent } from './factories/student.ts'

/** A shop with its catalog, its videos and the payment sandbox, on a database of its own. */
export type TestShop = {
  deps: TestDeps
  sandbox: StripeSandbox
  /** The real SDK with the secret key, for what a card's bank would do. */
  stripe: Stripe
  /** Freezes an order and asks for its intent; nothing is paid yet. */
  order(wish: {
    student: MadeStudent
    videoIds: number[]
    code?: string
  }): Promise<{ orderId: string; intentId: string }>
  /** Pays an intent with a test card or at the page of Klarna or Revolut Pay, as the browser would; the shop is not told. */
  pay(intentId: string, paymentMethod?: string): Promise<void>
  close(): Promise<void>
}

const WEBHOOK_SECRET = 'whsec_of_the_tests'

export async function createTestShop(options: { webhookUrl?: () => string } = {}): Promise<TestShop> {
  const clock = fixedClock(TEST_NOW)
  const sandbox = await startStripeSandbox({
    file: null,
    clock,
    webhook: options.webhookUrl ? { url: options.webhookUrl, secret: WEBHOOK_SECRET } : null,
    log: { info() {}, warn() {} },
  })
  const { host, port, protocol, secretKey } = sandbox
  const apiBase = { host, port, protocol }
  const payments = createPayments({ secretKey, webhookSecret: WEBHOOK_SECRET, apiBase }, clock)
  const deps = { ...(await createTestDeps({ payments })), clock }
  await seedCatalog(deps)
  await registerSamples(deps)
  const stripe = new Stripe(secretKey, { ...apiBase, telemetry: false })

  return {
    deps,
    sandbox,
    stripe,
    async order({ student, videoIds, code }) {
      const { order, intent } = await createIntent(deps, {
        studentId: student.id,
        videoIds,
        referralCode: code ?? null,
      })
      if (!intent) throw new Error('This order has nothing to pay')
      return { orderId: order.id, intentId: intent.intentId }
    },
    async pay(intentId, paymentMethod = 'pm_card_visa') {
      const isAway = paymentMethod === 'klarna' || paymentMethod === 'revolut_pay'
      await stripe.paymentIntents.confirm(intentId, {
        ...(isAway ? { payment_method_data: { type: paymentMethod } } : { payment_method: paymentMethod }),
        return_url: 'https://shop.example.com',
      })
      if (isAway) sandbox.controls.comeBack(intentId, 'approve')
    },
    async close() {
      await deps.close()
      await sandbox.close()
    },
  }
}

/** What processes of this shop need: its database, its sandbox and its secrets. */
export function environmentOf({ deps, sandbox }: TestShop): Record<string, string> {
  const { host, port, protocol, secretKey, publishableKey } = sandbox
  return {
    DATABASE_URL: deps.databaseUrl,
    STRIPE_API_BASE: `${protocol}://${host}:${port}`,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SESSION_SECRET: deps.config.sessionSecrets[0] ?? '',
    DATA_KEY: deps.config.dataKeys[0] ?? '',
  }
}

let samples: Prisma.MediaFileCreateManyInput[] | undefined

/** The rows of the sample videos are the same in every shop: registering them file by file takes most of opening one. */
async function registerSamples(deps: TestDeps): Promise<void> {
  if (samples) {
    await deps.db.mediaFile.createMany({ data: samples })
    return
  }
  await registerMediaFiles(deps)
  samples = await deps.db.mediaFile.findMany()
}

/** A student who has paid for these videos and been given them. */
export async function makeBuyer(
  shop: TestShop,
  videoIds: number[],
  code?: string,
): Promise<MadeStudent & { orderId: string; intentId: string }> {
  const student = await makeStudent(shop.deps)
  const { orderId, intentId } = await shop.order({ student, videoIds, ...(code ? { code } : {}) })
  await shop.pay(intentId)
  await syncPayment(shop.deps, intentId)
  return { ...student, orderId, intentId }
}
