import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadDotEnv } from './environment.mjs'
import { root } from './paths.mjs'
import { reportAndExit } from './report.mjs'

/** `npm run admin -- add|reset|list`: the command is part of the server's bundle and reads its arguments itself. */
try {
  loadDotEnv()
  await ensureBuilt((words) => console.log(words))
} catch (error) {
  reportAndExit(error)
}
await import(pathToFileURL(`${root}dist/server/commands/admin.js`).href)
