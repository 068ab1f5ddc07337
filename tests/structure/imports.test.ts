import { describe, expect, it } from 'vitest'
import {
  findCircles,
  findCrossings,
  findFolderCircles,
  findForeignScreens,
  findServerCodeInBrowser,
  findWrongArrows,
} from './import-rules.ts'
import { readSources, sourceFile, targetOf } from './source-files.ts'

const sources = readSources('src', 'sandbox', 'emails', 'prisma')

describe('imports', () => {
  it('were read: files and what they import', () => {
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.reduce((sum, file) => sum + file.imports.length, 0)).toBeGreaterThan(1_000)
    const known = new Set(sources.map((file) => file.path))
    const lost = sources.flatMap((file) =>
      file.imports
        .map(({ specifier }) => targetOf(file, specifier))
        .filter(
          (target) =>
            /^(src|sandbox|emails|prisma)\/.*\.tsx?$/.test(target) && !target.includes('/infra/prisma/'),
        )
        .filter((target) => !known.has(target)),
    )
    expect(lost, 'an import that leads nowhere was misread').toEqual([])
  })

  it('between features point left only', () => {
    expect(findWrongArrows(sources)).toEqual([])
  })

  it('cross no fence', () => {
    expect(findCrossings(sources)).toEqual([])
  })

  it('stay inside a feature of the client', () => {
    expect(findForeignScreens(sources)).toEqual([])
  })

  it('go round in no circle, of modules or of folders', () => {
    expect(findCircles(sources)).toEqual([])
    expect(findFolderCircles(sources)).toEqual([])
  })

  it('bring no server code into the browser', () => {
    expect(findServerCodeInBrowser(sources, 'src/client/main.tsx')).toEqual([])
  })
})

const feature = (path: string, text: string) => sourceFile(`src/server/features/${path}`, text)

describe('the reader', () => {
  it('sees every way to import, and which are types alone', () => {
    const text = [
      "import a, { b } from './a.ts'",
      "import type { C } from './c.ts'",
      "import {\n  type D,\n  e,\n} from './d.ts'",
      "import './f.ts'",
      "export { g } from './g.ts'",
      "export type { H } from './h.ts'",
      "const i = await import('./i.ts')",
      "// import { j } from './j.ts'",
      "/* import { k } from './k.ts' */",
    ].join('\n')
    expect(sourceFile('x.ts', text).imports).toEqual([
      { specifier: './a.ts', isType: false },
      { specifier: './c.ts', isType: true },
      { specifier: './d.ts', isType: false },
      { specifier: './f.ts', isType: false },
      { specifier: './g.ts', isType: false },
      { specifier: './h.ts', isType: true },
      { specifier: './i.ts', isType: false },
    ])
  })

  it('follows relative paths and names alike', () => {
    const file = { path: 'src/server/features/mail/jobs.ts' }
    expect(targetOf(file, '../orders/x.ts')).toBe('src/server/features/orders/x.ts')
    expect(targetOf(file, '#server/features/orders/x.ts')).toBe('src/server/features/orders/x.ts')
    expect(targetOf(file, 'zod')).toBe('zod')
  })
})

describe('the guards catch an offender', () => {
  it.each([
    [
      'a feature that uses one on its right',
      'mail/jobs.ts',
      "import { x } from '#server/features/orders/x.ts'",
    ],
    ['by a relative path', 'mail/jobs.ts', "import { x } from '../orders/x.ts'"],
    [
      'for a type alone',
      'catalog/present.ts',
      "import type { X } from '#server/features/playback/queries.ts'",
    ],
    [
      'a feature that uses one beside it',
      'entitlements/queries.ts',
      "import { x } from '../documents/queries.ts'",
    ],
    [
      'a router that calls a use case to its right',
      'referers/router.ts',
      "import { x } from '../orders/x.ts'",
    ],
    ['an unknown feature', 'orders/x.ts', "import { x } from '../loyalty/x.ts'"],
  ])('%s', (_what, path, text) => {
    expect(findWrongArrows([feature(path, text)])).toEqual([expect.stringContaining('point left only')])
  })

  it('but not a feature that uses one on its left, or a router that mounts another’s procedures', () => {
    const files = [
      feature('orders/x.ts', "import { x } from '#server/features/mail/outbox.ts'"),
      feature('referers/router.ts', "import { x } from '#server/features/commissions/router.ts'"),
    ]
    expect(findWrongArrows(files)).toEqual([])
  })

  it.each([
    ['src/server/app.ts', "import { x } from '#tests/support/app.ts'", 'Nothing imports tests'],
    ['src/shared/money/vat.ts', "import { readFileSync } from 'node:fs'", 'pure rules'],
    ['src/shared/money/vat.ts', "import { x } from '../../server/errors.ts'", 'pure rules'],
    ['src/shared/money/vat.ts', "import big from 'big.js'", 'pure rules'],
    ['src/client/features/admin/x.tsx', "import { x } from './orders-screen.tsx'", 'by its file'],
    ['emails/welcome.tsx', "import { x } from '#server/config.ts'", 'plain props'],
    ['src/server/infra/db.ts', "import { x } from '../features/mail/send-mail.ts'", 'infra wraps parts'],
    ['src/server/features/mail/jobs.ts', "import type { FastifyReply } from 'fastify'", 'knows no HTTP'],
    ['src/server/features/mail/send-mail.ts', "import { x } from '#server/trpc.ts'", 'speak tRPC'],
    ['src/server/rest/routes.ts', "import { x } from '../infra/prisma/client.ts'", 'belongs to a feature'],
    [
      'src/server/http/media.ts',
      "import { x } from '#server/demo/mailbox.ts'",
      'wired where a process starts',
    ],
    ['src/server/http/dev-stripe.ts', "import { x } from '#sandbox/server/http-handler.ts'", 'as to Stripe'],
    ['src/client/app/app.tsx', "const x = await import('#sandbox/browser/elements.ts')", 'as to Stripe'],
    ['sandbox/server/http-handler.ts', "import { x } from '#shared/money/money.ts'", 'knows as little'],
    ['sandbox/browser/field.ts', "import { x } from '#client/ui/field.tsx'", 'knows as little'],
    ['sandbox/browser/field.ts', "import type { x } from '../server/http-handler.ts'", 'over HTTP'],
    ['src/client/site/paths.ts', "import { x } from '#client/app/routes.tsx'", 'nothing imports it'],
    ['src/client/site/paths.ts', "import { x } from '#client/features/cart/use-cart.ts'", 'knows none'],
    ['src/client/lib/toast.ts', "import { x } from '#client/site/paths.ts'", 'neither the site'],
    ['src/client/ui/button.tsx', "import { x } from '#shared/money/money.ts'", 'as props'],
  ])('%s: %s', (path, text, lesson) => {
    expect(findCrossings([sourceFile(path, text)]).join()).toContain(lesson)
  })

  it('a circle, however long, unless types alone close it', () => {
    const circle = (isType: string) => [
      feature('orders/a.ts', "import { b } from './b.ts'"),
      feature('orders/b.ts', "import { c } from './c.ts'"),
      feature('orders/c.ts', `import ${isType}{ a } from './a.ts'`),
    ]
    expect(findCircles(circle(''))).toHaveLength(1)
    expect(findCircles(circle('type '))).toEqual([])
  })

  it.each(['type ', ''])('a circle of folders, with "import %s"', (isType) => {
    const player = (path: string, text: string) => sourceFile(`src/client/features/player/${path}`, text)
    const files = [
      player('video.tsx', "import { Notes } from './notes/notes.tsx'"),
      player('components/sheet.tsx', ''),
      player('notes/notes.tsx', `import ${isType}{ Sheet } from '../components/sheet.tsx'`),
    ]
    expect(findFolderCircles(files)).toHaveLength(1)
    expect(findFolderCircles(files.slice(0, 2))).toEqual([])
  })

  it('a circle of folders among server features', () => {
    const files = [
      feature('orders/lines/a.ts', "import type { B } from '../../payments/b.ts'"),
      feature('payments/b.ts', "import { a } from '#server/features/orders/a.ts'"),
    ]
    expect(findFolderCircles(files)).toHaveLength(1)
  })

  it('a feature of the client that uses another, unless it is the hook of the cart', () => {
    const screen = (text: string) => [sourceFile('src/client/features/catalog/home-screen.tsx', text)]
    expect(
      findForeignScreens(screen("import { Line } from '../cart/components/cart-line.tsx'")),
    ).toHaveLength(1)
    expect(
      findForeignScreens(screen("import type { Line } from '#client/features/cart/line.ts'")),
    ).toHaveLength(1)
    expect(findForeignScreens(screen("import { useCart } from '#client/features/cart/use-cart.ts'"))).toEqual(
      [],
    )
  })

  it('server code that reaches the browser by a detour', () => {
    const detour = (isType: string) => [
      sourceFile('src/client/main.tsx', "import { app } from './app/app.tsx'"),
      sourceFile('src/client/app/app.tsx', `import ${isType}{ appRouter } from '#server/router.ts'`),
      sourceFile('src/server/router.ts', ''),
    ]
    expect(findServerCodeInBrowser(detour(''), 'src/client/main.tsx')).toEqual([
      expect.stringContaining('src/client/app/app.tsx → src/server/router.ts'),
    ])
    expect(findServerCodeInBrowser(detour('type '), 'src/client/main.tsx')).toEqual([])
  })
})
