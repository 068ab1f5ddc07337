import { existsSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { bundle } from './bundle.mjs'
import { isComplete, isStale, perform } from './freshness.mjs'
import { ensureGenerated, GENERATED } from './generate.mjs'
import { root } from './paths.mjs'
import { runNode, StepFailed } from './run.mjs'

/** What any build depends on beside its own sources: versions, aliases, compiler settings. */
const common = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'src/shared']
const PAGES_ENTRY = 'src/client/entry-server.tsx'

/**
 * Builds what is not up to date: Prisma client, browser client, server-rendered pages, server. A complete `dist` without
 * sources beside it, as a container image has it, is what it is.
 * @param {(words: string) => void} say
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function ensureBuilt(say) {
  const steps = [client(say), server]
  if (!existsSync('src') && steps.every(isComplete)) return false
  const stale = steps.filter(isStale)
  if (stale.length === 0) return false
  if (!existsSync('node_modules/vite')) throw new StepFailed(UNBUILDABLE)
  await ensureGenerated()
  for (const step of stale) await perform(step)
  return true
}

const UNBUILDABLE =
  'dist/ is missing, or older than the sources, and what builds it is not installed. Run npm ci && npm run build, then npm prune --omit=dev.'

/** @param {(words: string) => void} say @returns {import('./freshness.mjs').Step} */
function client(say) {
  return {
    stamp: 'dist/.client-stamp',
    sources: [...common, 'vite.config.ts', 'tsconfig.client.json', 'src/client', 'sandbox/browser'],
    results: ['dist/client', 'dist/pages'],
    async work() {
      say('Building the pages (only after a change) …')
      await viteBuild(['--outDir', `${root}dist/client`, '--emptyOutDir'])
      await compress(`${root}dist/client/assets`)
      await viteBuild(['--ssr', `${root}${PAGES_ENTRY}`, '--outDir', `${root}dist/pages`, '--emptyOutDir'])
    },
  }
}

/** Production mode: React's development build is slower and larger. @param {string[]} options */
async function viteBuild(options) {
  const env = { NODE_ENV: 'production' }
  await runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...options], {
    quiet: true,
    env,
  })
}

/** At brotli's highest level, which takes a second a file and saves 7 % over the one that the server uses. @param {string} folder */
async function compress(folder) {
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))
    }),
  )
}

/** @type {import('./freshness.mjs').Step} */
const server = {
  stamp: 'dist/.server-stamp',
  sources: [
    ...common,
    'scripts/lib/bundle.mjs',
    'tsconfig.server.json',
    'src/server',
    'sandbox/server',
    'emails',
    'prisma',
  ],
  // Made from prisma/schema.prisma, and absent where nothing is built.
  ignore: [GENERATED],
  results: ['dist/server/main.js'],
  async work() {
    rmSync('dist/server', { recursive: true, force: true })
    await bundle(['src/server/main.ts', 'src/server/worker.ts', ...commands()])
  },
}

/** Programs for the terminal, such as the one behind `npm run admin`. */
function commands() {
  const folder = 'src/server/commands'
  return readdirSync(folder).map((name) => `${folder}/${name}`)
}
