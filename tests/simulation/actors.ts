import { createAdmin } from './admin.ts'
import { createAttacker } from './attacker.ts'
import { createBank } from './bank.ts'
import { createClubs } from './clubs.ts'
import { pastFaults } from './far-ends.ts'
import type { Step } from './history.ts'
import { createPeople } from './people.ts'
import { createStudents, type Sale } from './students.ts'
import { createVersionBuyers } from './versions.ts'
import { createVisitors } from './visitors.ts'
import type { World } from './world.ts'

export type Actors = ReturnType<typeof createActors>

type AtStripe = Extract<Step, { kind: 'refund at Stripe' | 'refund fails' | 'dispute ends' }>

/** Everybody who uses the shop, and who uses Stripe's dashboard. */
export function createActors(world: World) {
  const people = createPeople(world)
  const admin = createAdmin(world, people)
  const clubs = createClubs(world, people, admin)
  const bank = createBank(world, people, admin)
  const students = createStudents(world, people, clubs.codeOf)
  const attacker = createAttacker(world, people, students)
  const versionBuyers = createVersionBuyers(world, people, students, clubs.seenByClubs)
  const visitors = createVisitors(world, people, students, clubs.codeOf)

  const forgotten = new Set<string>()

  /** By hand at Stripe, past the shop. What cannot be done there now is not. */
  async function atStripe(step: AtStripe): Promise<void> {
    const { controls } = world.sandbox
    const sale = students.sales.get(step.sale)
    if (!sale?.isPaid) return
    const { data: charges } = await world.stripe.charges.list({ payment_intent: sale.intentId })
    const charge = charges.find(({ paid }) => paid)
    if (!charge) return
    try {
      if (step.kind === 'refund at Stripe') {
        const left = charge.amount - charge.amount_refunded
        controls.refund(charge.id, Math.max(1, Math.floor((left * step.percent) / 100)))
      } else if (step.kind === 'refund fails') {
        const { data: refunds } = await world.stripe.refunds.list({ charge: charge.id })
        for (const { id, status } of refunds) if (status !== 'failed') controls.failRefund(id)
      } else {
        const { data: disputes } = await world.stripe.disputes.list({ charge: charge.id })
        for (const { id } of disputes) step.isWon ? controls.winDispute(id) : controls.loseDispute(id)
      }
    } catch {
      // Stripe refuses it, as where all was refunded before or the dispute is over.
    }
  }

  const saleOf = ({ sale }: { sale: number }): Sale | undefined => students.sales.get(sale)

  return {
    ...people,
    ...students,
    ...admin,
    ...attacker,
    ...visitors,
    ...clubs,
    ...bank,
    ...versionBuyers,
    /** Beside what clubs see: whatever must not be. */
    seen: clubs.seenByClubs,
    /** Payments that Stripe does not know any more. */
    forgotten,
    /** By buyer and video: what was so when the shop last answered rightly whether it may be opened. */
    answeredWell: new Map<string, string>(),
    atStripe: (step: AtStripe) => pastFaults(world.sandbox.controls, () => atStripe(step)),
    async refund(step: Extract<Step, { kind: 'refund' }>): Promise<void> {
      const sale = saleOf(step)
      if (sale) await admin.refund(sale, step)
    },
    /** Of a purchase that was not paid. */
    forget(step: Extract<Step, { kind: 'stripe forgets' }>): void {
      const sale = saleOf(step)
      if (!sale || sale.isPaid) return
      world.sandbox.controls.forget(sale.intentId)
      forgotten.add(sale.intentId)
    },
    openClubs: clubs.open,
  }
}
