import { requireNode } from './lib/require-node.mjs'

requireNode()
await import('./lib/seed-large.mjs')
