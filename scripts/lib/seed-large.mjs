import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadDotEnv } from './environment.mjs'
import { root } from './paths.mjs'
import { reportAndExit } from './report.mjs'

/** `npm run seed:large`: the command is part of the server’s bundle. */
try {
  loadDotEnv()
  await ensureBuilt((words) => console.log(words))
} catch (error) {
  reportAndExit(error)
}
await import(pathToFileURL(`${root}dist/server/commands/seed-large.js`).href)
