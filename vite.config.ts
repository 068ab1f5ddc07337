import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
/**
 * React's two renderers share contexts, so that a page given up half-way on the server would reach the next file; a
 * module that a test stands in for must not have been loaded by another one; and the page's first script listens to the
 * whole document for as long as there is one.
 */
const apart = [
  'tests/client/app/entry-server.test.tsx',
  'tests/client/features/admin/catalog/catalog-files.test.tsx',
  'tests/client/features/auth/account-page.test.tsx',
  'tests/client/wake.test.ts',
]
/** They wait more than they work: begun last, each would be waited for alone. */
const longest = [
  'tests/prisma/seed/year-made-again.test.ts',
  'tests/server/features/campaigns/killed.test.ts',
  'tests/server/infra/queue-failover.test.ts',
  'tests/server/infra/watched-pool.test.ts',
  'tests/server/rest/bad-input.test.ts',
]
/** In `npm test`, which names its results; a run of a few files is ordered, or shuffled, as its command line says. */
const sequence = process.env.TEST_RESULTS
  ? { sequencer: (await import('./tests/support/longest-first.ts')).longestFirst(longest) }
  : {}
/** From Node 25 on there is a localStorage that stands in the way of the document's own. */
const execArgv = 'localStorage' in globalThis ? ['--no-experimental-webstorage'] : []
const setup = ['strict-console', 'timeouts'].map((name) => `${root}tests/support/${name}.ts`)

/**
 * Chromium then compiles what every screen needs while it loads, beside the page, not piece by piece in the page's own time.
 * A student's dashboard blocks for 111 ms instead of 167 (docs/performance.md).
 * Only the first line of a file counts, and Vite writes one of its own before any banner.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.name === 'shop') {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      }
    },
  },
}

export default defineConfig(({ mode, isSsrBuild }) => ({
  root: 'src/client',
  publicDir: 'public',
  plugins: [react(), compiledAhead],
  resolve: { dedupe: ['react', 'react-dom'] },
  // Pages are rendered by React as it is for production, whatever the server runs as: the one for development costs 0.4 s at start.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  build: {
    outDir: `${root}dist/client`,
    emptyOutDir: true,
    manifest: true,
    // Inlined fonts and images would break the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    sourcemap: mode === 'development',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The page's first script stands in the page itself and imports nothing, so that main.tsx is an entry of its own.
      input: [`${root}src/client/index.html`, `${root}src/client/main.tsx`],
      preserveEntrySignatures: 'exports-only',
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs, in one file.
            {
              name: 'shop',
              tags: ['$initial'],
              test: /^(?!.*(index\.html|wake\.ts|early-press\.ts|offline\.ts|\.css)$)/,
            },
            // What most forms need.
            {
              name: 'zod',
              test: /node_modules\/zod\/|schemas\/(primitives|printable-text|same-password)\.ts|text\/printable\.ts/,
            },
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|@hookform)\/|ui\/(busy-fieldset|choice|password-input)\.tsx|lib\/(field-of|use-later-focus|leave-guard|new-password-fields)\.tsx?/,
            },
            // Small pieces that many screens share: a request each would cost more than they weigh.
            {
              name: 'parts',
              test: /lucide-react|client\/(art\/(drawing|marks)|site\/print-head|ui\/(data-table|detail-list|play-mark|scroll-frame|skeleton))\.tsx|shared\/(commission\/payout|text\/postcode)\.ts/,
              minShareCount: 2,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  ssr: { noExternal: mode === 'test' ? [] : true },
  server: { port: 5173, strictPort: false },
  test: {
    root,
    // Files share their worker's modules: loading everything again for each file took most of the time. A thread has no
    // TZ of its own, so the rules and the screens run in processes; what waits for PostgreSQL runs in threads.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine is slow, not wrong: what is waited for comes, later.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    sequence,
    projects: [
      {
        extends: true,
        test: { name: 'shared', root, include: ['tests/shared/**/*.test.ts'], setupFiles: setup },
      },
      {
        extends: true,
        test: { name: 'emails', root, include: ['tests/emails/**/*.test.{ts,tsx}'], setupFiles: setup },
      },
      {
        extends: true,
        test: {
          name: 'structure',
          root,
          include: ['tests/{structure,samples,scripts}/**/*.test.ts'],
          setupFiles: setup,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          root,
          pool: 'threads',
          include: ['tests/{server,prisma,simulation}/**/*.test.ts'],
          globalSetup: `${root}tests/support/global-setup.ts`,
          setupFiles: setup,
        },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          root,
          include: ['tests/sandbox/server/**/*.test.ts'],
          setupFiles: setup,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          root,
          environment: 'jsdom',
          execArgv,
          include: ['tests/{client,sandbox/browser}/**/*.test.{ts,tsx}'],
          exclude: apart,
          setupFiles: [...setup, `${root}tests/support/dom.ts`],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          root,
          environment: 'jsdom',
          execArgv,
          isolate: true,
          include: apart,
          setupFiles: [...setup, `${root}tests/support/dom.ts`],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          root,
          include: ['tests/browser/**/*.spec.ts'],
          globalSetup: ['global-setup', 'browser-setup'].map((name) => `${root}tests/support/${name}.ts`),
          setupFiles: `${root}tests/support/shop-is-running.ts`,
          // A busy machine is slow, not wrong.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
}))
