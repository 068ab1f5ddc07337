import { requireNode } from './lib/require-node.mjs'

requireNode()
const { ensureBuilt } = await import('./lib/build.mjs')
const { reportAndExit } = await import('./lib/report.mjs')
await import('./lib/paths.mjs')

try {
  const isNew = await ensureBuilt((words) => console.log(words))
  console.log(isNew ? 'Built into dist/' : 'dist/ is up to date')
} catch (error) {
  reportAndExit(error)
}
