import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { labelOf, previousQuarter, type Quarter } from '#shared/calendar/quarter.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { seedCatalog } from '../../prisma/seed/catalog.ts'
import { DEMO_PEOPLE, seedDemoPeople } from '../../prisma/seed/demo.ts'
import { type Acts, createActs, type Sale } from './acts.ts'
import { createDesk } from './desk.ts'
import { APPLICANTS, CLUBS } from './people.ts'
import { type Act, daysAfter, moment, planSales, RUNNING, RUNNING_LABEL } from './plan.ts'
import { createRecorder, settleIds } from './record.ts'
import { openYearShop, type YearShop } from './year-shop.ts'

const quartersBack = (count: number): Quarter =>
  count === 0 ? RUNNING : previousQuarter(quartersBack(count - 1))

/** Lets a year of trade happen on a moved clock and gives back the file that tells of it (prisma/seed/year.ts). */
export async function makeYear(): Promise<string> {
  speakPlainly()
  const folder = await mkdtemp(join(tmpdir(), 'year-'))
  const shop = await openYearShop(folder, moment(-12, 1, 7).toISOString())
  try {
    const { deps, clock } = shop
    await seedCatalog(deps)
    await registerMediaFiles(deps)
    await seedDemoPeople(deps)
    const admin = await deps.db.admin.findFirstOrThrow({ select: { id: true } })
    const record = createRecorder(deps.pool, shop.paymentLines)
    const lines = [JSON.stringify(['year', RUNNING_LABEL, admin.id])]

    const start = moment(0, 1, 0)
    let day = ''
    for (const { at, run } of planActs(shop, admin.id)) {
      // Up to the running quarter only its outcome counts; from there on each day is a step of its own.
      const today = at < start ? '' : at.toISOString().slice(0, 10)
      if (today !== day) lines.push(...(await record(clock.now())))
      day = today
      clock.set(new Date(Math.max(at.getTime(), clock.now().getTime() + 1_000)).toISOString())
      await run()
    }
    lines.push(...(await record(clock.now())))
    return settleIds(`${lines.join('\n')}\n`)
  } finally {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Everything that happens, in its order. */
function planActs(shop: YearShop, adminId: string): Act[] {
  const acts = createActs(shop, adminId)
  const codes: string[] = [DEMO_PEOPLE.referer.code]
  const planned = [...clubActs(acts, codes), ...saleActs(acts, codes), ...samActs(shop, acts)]
  planned.push(...deskActs(shop, adminId))
  const mornings = Array.from({ length: 15 * 7 }, (_, index) => ({
    at: moment(Math.floor(index / 7) - 12, 1 + 4 * (index % 7), 6),
    run: acts.morning,
  }))
  return [...planned, ...mornings].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** `codes` receives those of the clubs as they are approved. */
function clubActs(acts: Acts, codes: string[]): Act[] {
  const ids: string[] = []
  const joining = CLUBS.flatMap(({ form, code }, index) => [
    {
      at: moment(-12, 1, 8 + index),
      run: async () => {
        ids[index] = await acts.apply(form)
      },
    },
    {
      at: moment(-12, 1, 12 + index),
      run: async () => {
        codes[index + 1] = await acts.approve(ids[index] ?? '', code)
      },
    },
  ])
  const applying = APPLICANTS.map(
    ([organizationName, fullName, contactEmail, bankAccountNumber]) =>
      () =>
        acts.apply({
          ...{ organizationName, fullName, contactEmail, bankAccountNumber, phoneNumber: '01632 960200' },
          ...{
            businessName: organizationName,
            businessAddressLine1: '1 Grass Strip',
            businessCity: 'Fogbank',
          },
          ...{ bankAccountName: 'Club account', bankSortCode: '00-00-00' },
        }),
  )
  const [first = async () => '', ...waiting] = applying
  let rejected = ''
  return [
    ...joining,
    {
      at: moment(-6, 4, 10),
      run: async () => {
        rejected = await first()
      },
    },
    { at: moment(-6, 6, 9), run: () => acts.reject(rejected) },
    ...waiting.map((run, index) => ({ at: moment(-1, 24 + index, 11), run })),
  ]
}

/** What became of some sales, by their place in the year. */
const REFUNDS: readonly [sale: number, days: number, what: 'all' | 'line' | number][] = [
  [9, 3, 'all'],
  [30, 5, 'line'],
  [55, 9, 2_000],
  [81, 2, 'all'],
  [133, 6, 'all'],
  [139, 3, 'all'],
  [141, 8, 1_500],
  [160, 2, 'all'],
]
/** The bank sends it back, and no one has answered that yet. */
const FAILED_REFUND = { sale: 139, at: moment(-1, 26, 15) }
const DISPUTES: readonly [sale: number, at: Date, what: 'open' | 'win' | 'lose'][] = [
  [20, moment(-10, 20, 9), 'open'],
  [20, moment(-9, 24, 9), 'lose'],
  [70, moment(-6, 12, 9), 'open'],
  [70, moment(-5, 10, 9), 'win'],
  [145, moment(0, 4, 9), 'open'],
  [145, moment(0, 26, 9), 'win'],
  [152, moment(1, 4, 9), 'open'],
  [152, moment(1, 26, 9), 'lose'],
  [166, moment(2, 4, 9), 'open'],
]
/** Sales whose buyer filled a cart another day and never paid for it. */
const LEFT_CARTS = new Set([6, 19, 33, 47, 60, 72, 88, 101, 115, 126, 138, 147, 156, 168, 179])

function saleActs(acts: Acts, codes: readonly string[]): Act[] {
  const sales: (Sale & { n: number })[] = []
  const owned = new Map<string, Set<number>>()
  const all: Act[] = []
  const saleOf = (n: number): Sale => {
    const sale = sales.find((one) => one.n === n)
    if (!sale) throw new Error(`Sale ${n} has not been made yet`)
    return sale
  }

  for (const [n, plan] of planSales().entries()) {
    const isBack = plan.isReturning && n > 20
    all.push({
      at: plan.at,
      run: async () => {
        const earlier = isBack ? sales.at(-12) : undefined
        const has = owned.get(earlier?.studentId ?? '') ?? new Set()
        const missing = plan.videoIds.filter((videoId) => !has.has(videoId))
        const isSame = earlier !== undefined && missing.length > 0
        const studentId = isSame ? earlier.studentId : await acts.register(n)
        const code = plan.club === null ? null : (codes[plan.club] ?? null)
        const cart = { ...plan, videoIds: isSame ? missing : plan.videoIds, code }
        sales.push({ ...(await acts.buy(studentId, cart)), n })
        owned.set(studentId, new Set([...(isSame ? has : []), ...cart.videoIds]))
      },
    })
    const isRefunded = REFUNDS.some(([sale]) => sale === n)
    for (const { videoId, percent, days } of isRefunded || isBack ? [] : plan.watched) {
      const at = new Date(daysAfter(plan.at, days).getTime() + 3_600_000)
      all.push({ at, run: () => acts.watch(saleOf(n), videoId, percent) })
    }
    if (LEFT_CARTS.has(n)) {
      const cart = { videoIds: [1, 2, 3], code: null, method: '', isDeclinedFirst: false }
      const at = new Date(daysAfter(plan.at, 1).getTime() + 1_800_000)
      all.push({ at, run: async () => acts.leaveCart(await acts.register(500 + n), cart) })
    }
  }
  for (const [n, days, what] of REFUNDS) {
    const sold = planSales()[n]?.at ?? RUNNING_START
    all.push({
      at: new Date(daysAfter(sold, days).getTime() + 7_200_000),
      run: () => acts.refund(saleOf(n), what),
    })
  }
  all.push({ at: FAILED_REFUND.at, run: () => acts.failRefund(saleOf(FAILED_REFUND.sale)) })
  for (const [n, at, what] of DISPUTES) all.push({ at, run: () => acts.dispute(saleOf(n), what) })
  return all
}

const RUNNING_START = moment(0, 1, 0)

/** The demo's own student is in the middle of two videos, and four are left to buy. */
function samActs({ deps }: YearShop, acts: Acts): Act[] {
  const asSam = (run: (studentId: string) => Promise<unknown>) => async () => {
    const { email } = DEMO_PEOPLE.student
    const { id } = await deps.db.student.findUniqueOrThrow({
      where: { emailKey: email },
      select: { id: true },
    })
    await run(id)
  }
  const cart = { code: DEMO_PEOPLE.referer.code, method: 'pm_card_visa', isDeclinedFirst: false }
  const buy = (videoIds: number[]) => asSam((studentId) => acts.buy(studentId, { ...cart, videoIds }))
  const watch = (videoId: number, percent: number) =>
    asSam((studentId) => acts.watch({ studentId }, videoId, percent))
  return [
    { at: moment(-1, 20, 19), run: buy([1, 2]) },
    { at: moment(-1, 23, 20), run: watch(1, 100) },
    { at: moment(-1, 27, 20), run: watch(2, 38) },
    { at: moment(1, 20, 19), run: buy([3]) },
    { at: moment(1, 22, 20), run: watch(3, 61) },
  ]
}

function deskActs(shop: YearShop, adminId: string): Act[] {
  const desk = createDesk(shop, adminId)
  const { password } = DEMO_PEOPLE.referer
  const all: Act[] = [
    { at: moment(-12, 2, 9), run: () => desk.changeBank('Hedgerow', password, '10000000') },
    { at: moment(-12, 3, 9), run: () => desk.reviewBank('Hedgerow') },
    // Waits for the admin before the payout that is left to try.
    {
      at: moment(-1, 22, 9),
      run: () => desk.changeBank('Saltmarsh', 'hedges-below-the-windsock', '10000012'),
    },
    { at: moment(-7, 15, 18), run: () => desk.mailAll(NEWS.subject, NEWS.html) },
    { at: moment(-2, 12, 18), run: () => desk.mailAll(WINTER.subject, WINTER.html) },
    { at: moment(-1, 27, 18), run: () => desk.draft('Exams in spring', '<p>Dates follow.</p>') },
  ]
  for (const back of [4, 3, 2, 1]) {
    const month = 3 - back * 3
    const label = labelOf(quartersBack(back))
    all.push({ at: moment(month, 1, 0, 5), run: () => desk.close(label) })
    if (back === 1) continue // its payouts are the reader's to pay
    all.push({ at: moment(month, 3, 9), run: () => desk.exportFile(label) })
    all.push({ at: moment(month, 8, 9), run: () => desk.pay(label) })
  }
  return all
}

const NEWS = {
  subject: 'Meteorology has a new chapter',
  html: '<p>Hello,</p><p>the film on meteorology now ends with a flight planned around a front. It is open for everyone who has the film.</p>',
}
const WINTER = {
  subject: 'Winter evenings are for theory',
  html: '<p>Hello,</p><p>the complete package costs £340 instead of £380 and stays open for a year.</p>',
}
