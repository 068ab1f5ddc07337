import { requireNode } from './lib/require-node.mjs'

requireNode()
await import('./lib/paths.mjs')
const { ensureGenerated } = await import('./lib/generate.mjs')
const { reportAndExit } = await import('./lib/report.mjs')

try {
  const isNew = await ensureGenerated()
  console.log(isNew ? 'Prisma client written' : 'The Prisma client is up to date')
} catch (error) {
  reportAndExit(error)
}
