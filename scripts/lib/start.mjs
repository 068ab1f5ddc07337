import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadDotEnv } from './environment.mjs'
import { root } from './paths.mjs'
import { reportAndExit } from './report.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/**
 * Builds what changed, then becomes the server (or, with the argument `worker`, the worker): it is loaded into this process,
 * so that signals and exit code are its own.
 */
const entry = process.argv[2] === 'worker' ? 'worker' : 'main'
const endWatch = stopWithNpm()
try {
  loadDotEnv()
  await ensureBuilt((words) => console.log(words))
} catch (error) {
  reportAndExit(error)
}
process.setSourceMapsEnabled(true)
await import(pathToFileURL(`${root}dist/server/${entry}.js`).href)
// From here on the server answers signals itself; before, they simply end this script.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, endWatch)
