import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { projectRoot } from '#server/infra/root.ts'
import { DAYS_A_MONTH, drawing } from './drawing.ts'
import type { Drawn, Step, Version } from './history.ts'
import type { Broken } from './laws.ts'
import { EXPANSION, OTHERWISE } from './next-version.ts'
import type { People } from './people.ts'
import { buildServer } from './planted-build.ts'
import type { Plant } from './plants.ts'
import type { Students } from './students.ts'
import type { World } from './world.ts'

/** Sales of days with two versions count from here. */
const FIRST_OF_VERSIONS = 90_000

/** Days on which one web and one worker process run a second version until the evening, and two buyers meet both. */
export function drawVersions(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0x2e15)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    if (!is(0.05)) continue
    const at = { day, minute: below(12 * 60) }
    steps.push({
      ...at,
      kind: 'two versions',
      web: oneOf('web0', 'web1'),
      worker: oneOf('worker0', 'worker1'),
    })
    for (const page of ['new', 'old'] as const) {
      const sale = FIRST_OF_VERSIONS + sales++
      const bought = { videoIds: [1 + below(7)], withCode: is(0.5) }
      const how = { browser: oneOf('confirms', 'leaves'), card: 'visa', page } as const
      steps.push({ ...at, kind: 'buy', sale, buyer: sale, ...bought, ...how })
    }
  }
  return steps
}

/** What the program reads beside `dist` and its migrations. */
const BESIDE = ['package.json', 'node_modules', 'samples']
const HASHED = /[\w.-]+-[\w-]{8}\.(?:js|css)/g
const TEXTS = ['.js', '.css', '.html', '.json']

const MIGRATIONS = 'prisma/migrations'

/** A version in a folder of its own, without its programs and its files for browsers. */
async function install(folder: string): Promise<string> {
  const dist = join(folder, 'dist')
  await mkdir(dist, { recursive: true })
  for (const name of BESIDE) await symlink(join(projectRoot, name), join(folder, name))
  await cp(join(projectRoot, MIGRATIONS), join(folder, MIGRATIONS), { recursive: true })
  return dist
}

/** Installs the version that all processes run at first, and returns the folder of its programs. */
export async function installFirst(build: string, folder: string): Promise<string> {
  const dist = await install(folder)
  await cp(build, join(dist, 'server'), { recursive: true, filter: (path) => !path.endsWith('.map') })
  for (const part of ['client', 'pages']) await symlink(join(projectRoot, 'dist', part), join(dist, part))
  return join(dist, 'server')
}

/**
 * Installs a second version: a program that does a little otherwise, whose files for browsers have other names, with one
 * migration more. The first one is given that migration too, so that its processes start again beside the second
 * (docs/operations.md, Roll back). What is planted in the first is in it too.
 */
export async function installNext(
  plant: Pick<Plant, 'name' | 'changes'> | null,
  { first, folder }: { first: string; folder: string },
): Promise<string> {
  const dist = await install(folder)
  const changes = [...(plant?.changes ?? []), ...OTHERWISE]
  await buildServer({ name: 'second version', changes }, join(dist, 'server'))
  for (const home of [folder, first]) {
    const migration = join(home, MIGRATIONS, EXPANSION.name)
    await mkdir(migration)
    await writeFile(join(migration, 'migration.sql'), EXPANSION.sql)
  }
  const old = new Set(await readdir(join(projectRoot, 'dist/client/assets')))
  const rename = (text: string) => text.replace(HASHED, (name) => (old.has(name) ? otherName(name) : name))
  for (const part of ['client', 'pages']) {
    const from = join(projectRoot, 'dist', part)
    for (const path of await readdir(from, { recursive: true, withFileTypes: true })) {
      // Compressed ones hold the names of the first version.
      if (!path.isFile() || path.name.endsWith('.br')) continue
      const content = await readFile(join(path.parentPath, path.name))
      const target = join(dist, part, path.parentPath.slice(from.length))
      await mkdir(target, { recursive: true })
      const isText = TEXTS.includes(extname(path.name))
      await writeFile(join(target, rename(path.name)), isText ? rename(content.toString()) : content)
    }
  }
  return join(dist, 'server')
}

/** The same name with its hash the other way round. */
function otherName(name: string): string {
  const dot = name.lastIndexOf('.')
  const hash = name.slice(dot - 8, dot)
  return name.slice(0, dot - 8) + [...hash].reverse().join('') + name.slice(dot)
}

const LAW = 'a page of one version finds its files there, and learns of the other'

/** A buyer who loaded a page of one version and buys through the other, as where a proxy asks both. */
export function createVersionBuyers(world: World, people: People, { buy }: Students, seen: Broken[]) {
  /** Null where the process is gone meanwhile. */
  async function get(url: string, path: string) {
    const answer = await fetch(`${url}${path}`).catch(() => null)
    const text = await answer?.text().catch(() => null)
    return answer && typeof text === 'string'
      ? { status: answer.status, headers: answer.headers, text }
      : null
  }

  async function checkFiles(home: string, away: string): Promise<void> {
    const [page, other] = await Promise.all([home, away].map((url) => get(url, '/videos/navigation')))
    if (!page || !other) return
    const paths = new Set(page.text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
    if (paths.size === 0) seen.push({ law: LAW, detail: 'a page names no files' })
    for (const path of paths) {
      const [here, there] = await Promise.all([get(home, path), get(away, path)])
      const isFound = !here || (here.status === 200 && !here.headers.get('content-type')?.includes('html'))
      const isMissed =
        !there || (there.status === 404 && !there.headers.get('cache-control')?.includes('immutable'))
      if (isFound && isMissed && !other.text.includes(path)) continue
      seen.push({ law: LAW, detail: `${path}: ${here?.status} where it is, ${there?.status} at the other` })
    }
  }

  return {
    async buy(step: Extract<Step, { kind: 'buy' }>): Promise<void> {
      const { page } = step
      if (page === undefined) return buy(step)
      const through: Version = page === 'new' ? 'old' : 'new'
      const [home] = world.processes.urls(page)
      const [away] = world.processes.urls(through)
      // Where the step that starts the other version was left out there is one alone.
      if (home === undefined || away === undefined) return buy(step)
      await checkFiles(home, away)
      // Stripe tells the version whose page was loaded.
      world.turnWebhooks(page)
      await people.through(through, () => buy(step))
    },
  }
}
