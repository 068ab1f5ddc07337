import { requireNode } from './lib/require-node.mjs'

requireNode()
await import('./lib/dev.mjs')
