import { challenged } from './admin.ts'
import { pastFaults } from './far-ends.ts'
import type { Attack } from './history.ts'
import { bearer, type People } from './people.ts'
import { opened, type Students } from './students.ts'
import { ADMIN, type World } from './world.ts'

/** A person who has read how the shop speaks, has an account of their own, and no secret. Returns what was not refused. */
export function createAttacker(world: World, { ask, post }: People, { students, sales, signIn }: Students) {
  const breaches: string[] = []

  async function expectRefusal(what: string, answer: Promise<{ status: number }>): Promise<void> {
    const { status } = await answer
    if (status < 400) breaches.push(`${what}: ${status}`)
  }

  const attacks: Record<Attack, () => Promise<void>> = {
    /** As Stripe would say it, but for the signature. */
    async 'forges a webhook'() {
      const read = () => world.stripe.events.list({ limit: 1 })
      const { data } = await pastFaults(world.sandbox.controls, read)
      const seconds = Math.floor(world.clock.now().getTime() / 1_000)
      const signature = `t=${seconds},v1=${'0'.repeat(64)}`
      for (const event of data) {
        const forged = { ...event, id: `evt_forged${seconds}`, created: seconds }
        await expectRefusal(
          'a webhook that Stripe did not sign',
          post('/api/stripe/webhook', forged, { 'stripe-signature': signature }),
        )
      }
    },
    /** The link of a mail that was read over a student's shoulder. */
    async 'replays a link'() {
      for (const { link, email } of [...students.values()].slice(-1)) {
        if (opened.safeParse((await ask(link)).body).success)
          breaches.push(`the link of ${email} opened twice`)
      }
    },
    async 'reads of others'() {
      const [thief, victim] = students.values()
      if (!thief || !victim || !(await signIn(thief))) return
      for (const page of ['progress', 'dashboard', 'purchases', 'videos', 'videos/1/access']) {
        const path = `/api/users/${victim.userId}/${page}`
        await expectRefusal(`${page} of another student`, ask(path, { headers: bearer(thief) }))
      }
      const answer = await ask('/trpc/admin.operations.failedMails', { headers: bearer(thief) })
      await expectRefusal('the back office for a student', Promise.resolve(answer))
    },
    async 'writes for others'() {
      const [thief, victim] = students.values()
      if (!thief || !victim || !(await signIn(thief))) return
      const saved = { videoId: 1, progress: 1 }
      await expectRefusal(
        'progress of another student',
        post(`/api/users/${victim.userId}/progress`, saved, bearer(thief)),
      )
      const sale = [...sales.values()].find(({ buyer }) => buyer === victim)
      if (!sale) return
      await expectRefusal(
        'the payment of another student',
        post('/api/payment/success', { paymentIntentId: sale.intentId }, bearer(thief)),
      )
    },
    async guesses() {
      for (const password of ['downwind-checks', 'password1', 'Instructor2026'])
        await expectRefusal(
          'a guessed password',
          post('/api/admin/login', { email: 'nobody@example.com', password }),
        )
      const password = 'password1'
      await expectRefusal("the admin's guessed password", post('/api/admin/login', { ...ADMIN, password }))
      for (const { email } of [...students.values()].slice(-1))
        await expectRefusal("a student's guessed password", post('/api/auth/login', { email, password }))
      // With the right password, but no code.
      const { sessionToken } = challenged.safeParse((await post('/api/admin/login', ADMIN)).body).data ?? {}
      const input = { sessionToken, authCode: '000000' }
      await expectRefusal('a guessed code', post('/api/admin/verify-code', input))
    },
  }

  return { attack: (how: Attack) => attacks[how](), breaches }
}
