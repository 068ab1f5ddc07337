import { DEMO_PEOPLE, type findFirstAdmin } from '../../prisma/seed/demo.ts'
import type { Config } from './config.ts'
import type { DemoParts } from './demo/demo-parts.ts'

type FirstAdmin = Awaited<ReturnType<typeof findFirstAdmin>>

type Started = {
  demo: Pick<DemoParts, 'mailbox' | 'sandbox'>
  admin: FirstAdmin
  /** Where mailbox and payments are, if not at the shop's own port. */
  devPages: { url: string } | null
}

/** What the terminal says once the shop is open: what runs where, and in a demo how to try it. */
export function describeStart(config: Config, { demo, admin, devPages }: Started): string {
  const isDemo = config.stamp === 'demo'
  const at = (path: string) => `${config.publicUrl}${path}`
  // These answer to a loopback name alone.
  const local = (path: string) => `${devPages?.url ?? `http://localhost:${config.port}`}${path}`
  const lines = [
    ['Shop', at('')],
    ...(demo.mailbox && isDemo ? [['Mailbox', local('/dev/mail')]] : []),
    ...(demo.sandbox && isDemo ? [['Payments', local('/dev/stripe')]] : []),
    ['Admin sign-in', at('/admin-login')],
    ...demoPeople(config, admin),
    ...(demo.sandbox
      ? [
          [
            'Cards',
            '4242 4242 4242 4242 is paid, 4000 0000 0000 0002 is declined; any date to come, any code',
          ],
        ]
      : []),
    ['Data', config.databaseUrl === null ? config.dataDir : 'in the configured database'],
  ]
  const width = Math.max(...lines.map(([name = '']) => name.length))
  const table = lines.map(([name = '', value = '']) => `  ${name.padEnd(width)}  ${value}`)
  return `\nGround School is open${isDemo ? ' (demo: no real money, no real mail)' : ''}\n\n${[...table, ...config.notices.map((notice) => `  ! ${notice}`)].join('\n')}\n\n  Ctrl-C ends it.\n`
}

/** Demo passwords are no secret; any other is never printed. */
function demoPeople({ stamp }: Config, admin: FirstAdmin): string[][] {
  if (stamp !== 'demo') return []
  const { student, referer } = DEMO_PEOPLE
  return [
    ['Student', `${student.email}, password ${student.password}`],
    ['Referer', `code ${referer.code}, password ${referer.password}`],
    ['Admin', describeAdmin(admin)],
  ]
}

function describeAdmin(admin: FirstAdmin): string {
  if (!admin) return 'nobody yet: npm run admin -- add'
  return `${admin.email}, ${admin.hasDemoPassword ? `password ${DEMO_PEOPLE.admin.password}` : 'with the password it was given'}`
}
