import { type SourceFile, targetOf } from './source-files.ts'

/** The features from left to right: each may use those to its left (docs/architecture.md). */
const ORDER = [
  ['mail', 'audit'],
  ['incidents'],
  ['catalog'],
  ['accounts'],
  ['admin-auth'],
  ['referers'],
  ['entitlements', 'documents'],
  ['playback', 'commissions'],
  ['orders', 'questions'],
  ['refund-requests'],
  ['refunds', 'stripe-payouts'],
  ['payments'],
  ['checkout', 'order-admin', 'disputes'],
  ['campaigns'],
  ['reports', 'bookkeeping', 'contact', 'reminders', 'privacy'],
  ['operations'],
] as const
export const FEATURES: readonly string[] = ORDER.flat()

const RANK = new Map<string, number>(
  ORDER.flatMap((features, rank) => features.map((feature) => [feature, rank] as const)),
)
const FOLDER = 'src/server/features/'

function featureOf(path: string): string | null {
  return path.startsWith(FOLDER) ? (path.slice(FOLDER.length).split('/')[0] ?? null) : null
}

const isRouter = (path: string) => /\/(admin-)?router\.ts$/.test(path)

/** Imports from a feature to one on its right or beside it: those make circles. */
export function findWrongArrows(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = featureOf(file.path)
    if (from === null) return []
    return file.imports.flatMap(({ specifier }) => {
      const target = targetOf(file, specifier)
      const to = featureOf(target)
      // A noun of the router tree may join the procedures of several features.
      if (to === null || to === from || (isRouter(file.path) && isRouter(target))) return []
      const isLeft = (RANK.get(to) ?? Number.POSITIVE_INFINITY) < (RANK.get(from) ?? -1)
      return isLeft
        ? []
        : [
            `${file.path} imports ${target}: arrows between features point left only (${ORDER.map((features) => features.join(', ')).join(' ← ')}). Let ${to} call a step of ${from}, or move what both need to the left.`,
          ]
    })
  })
}

type Fence = { inside: RegExp; forbidden: RegExp; teaches: string }

/** Who may import what, by where the import really leads: a relative path is no way around. */
const FENCES: readonly Fence[] = [
  {
    inside: /^(src|sandbox|emails|prisma)\//,
    forbidden: /^tests\//,
    teaches: 'Nothing imports tests: what both need belongs to src.',
  },
  {
    inside: /^(?!sandbox\/|src\/server\/demo\/|src\/client\/features\/checkout\/use-stripe-object\.ts$)/,
    forbidden: /^sandbox\//,
    teaches: 'The shop speaks to the payment sandbox as to Stripe; src/server/demo alone starts it.',
  },
  {
    inside: /^sandbox\//,
    forbidden: /^(?!sandbox\/)[a-z]+\/.*\.tsx?$/,
    teaches: 'The payment sandbox knows as little of the shop as Stripe does.',
  },
  {
    inside: /^sandbox\/browser\//,
    forbidden: /^(sandbox\/server\/|node:)/,
    teaches: 'The sandbox’s browser half asks its server half over HTTP.',
  },
  {
    inside: /^src\/shared\//,
    forbidden: /^(src\/(server|client)|emails|prisma|node:)|^(?!src\/shared\/|zod$|date-fns|@date-fns\/tz)/,
    teaches: 'src/shared holds pure rules: it may import zod and itself, and the calendar date-fns.',
  },
  {
    inside: /^emails\//,
    forbidden: /^(src\/(server|client)|prisma)\//,
    teaches: 'An email is a template over plain props: what it shows comes in as props.',
  },
  {
    inside: /^src\/server\/infra\//,
    forbidden: /^src\/(client|server\/(features|rest|http|pages|demo))\//,
    teaches: 'infra wraps parts; what the shop does with them belongs to src/server/features.',
  },
  {
    inside: /^src\/server\/features\//,
    forbidden: /^(fastify$|@fastify\/|src\/(client|server\/(rest|http|pages|demo))\/)/,
    teaches: 'A feature knows no HTTP and no demo: routes belong to src/server/rest or src/server/http.',
  },
  {
    inside: /^src\/server\/features\/(?!.*\/(admin-)?router\.ts$)/,
    forbidden: /^(@trpc\/|src\/server\/(trpc|context|router|app)\.ts$)/,
    teaches: 'Only router.ts and admin-router.ts speak tRPC: the rule belongs in the use case beside it.',
  },
  {
    inside: /^src\/server\/(rest|http)\//,
    forbidden: /^src\/(client|server\/infra\/prisma)\//,
    teaches: 'HTTP carries requests to procedures: reading and writing the database belongs to a feature.',
  },
  {
    inside: /^src\/server\/(?!(demo|commands)\/|(deps|main|worker|start-message)\.ts$)/,
    forbidden: /^src\/server\/demo\//,
    teaches: 'The demo’s far ends are wired where a process starts: the code in between must not know them.',
  },
  {
    inside: /^src\/client\/(?!app\/|(main|entry-server)\.tsx$)/,
    forbidden: /^src\/client\/app\//,
    teaches:
      'app puts the screens together, and nothing imports it: what features share belongs to src/client/site.',
  },
  {
    inside: /^src\/client\/(?!entry-server\.tsx$)/,
    forbidden: /^src\/client\/features\/.*-screen\.tsx$/,
    teaches:
      'Routes load a screen by its file, and the build gives it none where another file imports it: share a part of it from a file of its own.',
  },
  {
    inside: /^src\/client\/site\//,
    forbidden: /^src\/client\/features\//,
    teaches: 'site is used by every feature and knows none.',
  },
  {
    inside: /^src\/client\/lib\//,
    forbidden: /^src\/client\/(site|features)\//,
    teaches: 'lib knows neither the site nor a feature.',
  },
  {
    inside: /^src\/client\/ui\//,
    forbidden: /^(src\/(server|shared|client\/(?!ui\/))|@trpc\/|@tanstack\/)/,
    teaches: 'The design system knows no feature and no transport: pass what it shows as props.',
  },
]

/** Imports that cross a fence, each with where the code belongs. */
export function findCrossings(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    FENCES.filter(({ inside }) => inside.test(file.path)).flatMap(({ forbidden, teaches }) =>
      file.imports
        .map(({ specifier }) => targetOf(file, specifier))
        .filter((target) => forbidden.test(target))
        .map((target) => `${file.path} imports ${target}. ${teaches}`),
    ),
  )
}

const CLIENT_FEATURE = /^src\/client\/features\/([^/]+)\//

/** A client feature that imports from another one; the hook of the cart is the one that is public. */
export function findForeignScreens(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = CLIENT_FEATURE.exec(file.path)?.[1]
    if (from === undefined) return []
    return file.imports
      .map(({ specifier }) => targetOf(file, specifier))
      .filter((target) => ![undefined, from].includes(CLIENT_FEATURE.exec(target)?.[1]))
      .filter((target) => target !== 'src/client/features/cart/use-cart.ts')
      .map(
        (target) =>
          `${file.path} imports ${target}: a feature knows no other. Compose both in src/client/app, or move what both need to src/client/site.`,
      )
  })
}

/** A folder that is looked at as one: a feature of the server; in the client an area, with its `components`. */
function folderOf(path: string): string | null {
  const feature = featureOf(path)
  if (feature !== null) return `${FOLDER}${feature}`
  if (!/^src\/client\/.*\//.test(path)) return null
  return path.slice(0, path.lastIndexOf('/')).replace(/\/components$/, '')
}

/** Circles of folders in the client and among server features, types included. */
export function findFolderCircles(files: readonly SourceFile[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const file of files) {
    const from = folderOf(file.path)
    if (from === null) continue
    const targets = file.imports
      .map(({ specifier }) => targetOf(file, specifier))
      .filter((target) => !(isRouter(file.path) && isRouter(target)))
      .flatMap((target) => folderOf(target) ?? [])
    next.set(from, new Set([...(next.get(from) ?? []), ...targets].filter((to) => to !== from)))
  }
  return circlesIn(next)
}

/** Circles of modules that wait for one another's values, each told once. */
export function findCircles(files: readonly SourceFile[]): string[] {
  return circlesIn(new Map(files.map((file) => [file.path, valueTargets(file)])))
}

/** Every circle once, as the way round. */
function circlesIn(next: ReadonlyMap<string, Iterable<string>>): string[] {
  const circles = new Set<string>()
  const done = new Set<string>()
  function visit(path: string, trail: string[]): void {
    const at = trail.indexOf(path)
    if (at >= 0) {
      circles.add([...trail.slice(at), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const target of next.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) visit(path, [])
  return [...circles]
}

function valueTargets(file: SourceFile): string[] {
  return file.imports.filter(({ isType }) => !isType).map(({ specifier }) => targetOf(file, specifier))
}

const SERVER_ONLY = /^(src\/server\/|sandbox\/server\/|prisma\/|tests\/|node:)/

/** What the browser would be sent of the server, with the way it got there. */
export function findServerCodeInBrowser(files: readonly SourceFile[], entry: string): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found: string[] = []
  const seen = new Set<string>()
  function visit(path: string, trail: string[]): void {
    if (SERVER_ONLY.test(path)) {
      found.push(
        `${[...trail, path].join(' → ')}: the browser must not carry server code. Import types with "import type", and put rules that both need into src/shared.`,
      )
      return
    }
    const file = byPath.get(path)
    if (!file || seen.has(path)) return
    seen.add(path)
    for (const target of valueTargets(file)) visit(target, [...trail, path])
  }
  visit(entry, [])
  return found
}
