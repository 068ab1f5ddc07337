import { requireNode } from './lib/require-node.mjs'

requireNode()
const { runCommand } = await import('./lib/command.mjs')
await runCommand('doctor')
