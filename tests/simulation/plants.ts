import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { projectRoot } from '#server/infra/root.ts'

/** A fault put into the shop by hand, to see that the simulation finds it. */
export type Plant = { name: string; of: string; file: string; find: string; replace: string }

export const PLANTS: readonly Plant[] = [
  {
    name: 'fulfilled-twice',
    of: 'browser and webhook fulfil one order at once',
    file: 'src/server/features/payments/fulfil-order.ts',
    find: `    where: { id: orderId, status: 'open' },
    data: { status: 'paid', paidAt: now },`,
    replace: `    where: { id: orderId },
    data: { status: 'paid', paidAt: now },`,
  },
  {
    name: 'gap-in-numbers',
    of: 'documents whose numbers have gaps',
    file: 'src/server/features/documents/number-documents.ts',
    find: 'lastNumber: { increment: 1 }',
    replace: 'lastNumber: { increment: 2 }',
  },
  {
    name: 'mail-not-in-transaction',
    of: 'a mail is lost by a kill: only the queue knows of it',
    file: 'src/server/features/mail/outbox.ts',
    find: "status: { in: ['queued', 'sending'] }",
    replace: "status: { in: ['failed'] }",
  },
  {
    name: 'refund-keeps-access',
    of: 'a refund that leaves the videos open',
    file: 'src/server/features/entitlements/entitlements.ts',
    find: 'where: { studentId, orderLineId: { in: [...input.lineIds] }, revokedAt: null },',
    replace: 'where: { studentId, orderLineId: { in: [] }, revokedAt: null },',
  },
  {
    name: 'no-reconciliation',
    of: 'a payment whose browser left and whose webhook was lost',
    file: 'src/server/features/payments/reconcile-payments.ts',
    find: "const isOpen = { status: { in: ['open', 'processing'] } }",
    replace: "const isOpen = { status: { in: ['processing'] } }",
  },
  {
    name: 'progress-answered-first',
    of: 'watch progress that is acknowledged and not kept',
    file: 'src/server/features/playback/save-progress.ts',
    find: `"percent" = case when \${STALE} then p."percent" else excluded."percent" end`,
    replace: '"percent" = greatest(p."percent", excluded."percent")',
  },
]

/** Builds the shop with a plant in it, in a folder of its own, and gives back the folder. */
export async function buildPlanted({ name, file, find, replace }: Plant): Promise<string> {
  const path = join(projectRoot, file)
  if (!readFileSync(path, 'utf8').includes(find))
    throw new Error(`${name}: ${file} has changed, plant it anew`)
  const outdir = join(projectRoot, 'node_modules/.cache/simulation', name)
  mkdirSync(outdir, { recursive: true })
  await build({
    entryPoints: ['src/server/main.ts', 'src/server/worker.ts'].map((entry) => join(projectRoot, entry)),
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    logLevel: 'error',
    plugins: [
      {
        name: 'plant',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path: loaded }) =>
            loaded === path
              ? { contents: readFileSync(path, 'utf8').replace(find, replace), loader: 'ts' }
              : undefined,
          )
        },
      },
    ],
  })
  return outdir
}
