import { DEMO_PEOPLE } from '../../prisma/seed/demo.ts'
import type { Config } from './config.ts'
import type { DemoParts } from './demo/demo-parts.ts'

/** What the terminal says once the shop is open: what runs where, and in a demo how to try it. */
export function describeStart(config: Config, demo: DemoParts): string {
  const at = (path: string) => `${config.publicUrl}${path}`
  const lines = [
    ['Shop', at('')],
    ...(demo.mailbox ? [['Mailbox', at('/dev/mail')]] : []),
    ...(demo.sandbox ? [['Payments', at('/dev/stripe')]] : []),
    ['Admin sign-in', at('/admin-login')],
    ...demoPeople(config),
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
  return `\nGround School is open${config.stamp === 'demo' ? ' (demo: no real money, no real mail)' : ''}\n\n${[...table, ...config.notices.map((notice) => `  ! ${notice}`)].join('\n')}\n\n  Ctrl-C ends it.\n`
}

/** Demo passwords are no secret; a configured one is never printed. */
function demoPeople({ stamp, admin }: Config): string[][] {
  if (stamp !== 'demo') return []
  const { student, referer, admin: demoAdmin } = DEMO_PEOPLE
  return [
    ['Student', `${student.email}, password ${student.password}`],
    ['Referer', `code ${referer.code}, password ${referer.password}`],
    [
      'Admin',
      admin.email
        ? `${admin.email}, with the password you set`
        : `${demoAdmin.email}, password ${demoAdmin.password}`,
    ],
  ]
}
