import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadDotEnv } from './environment.mjs'
import { root } from './paths.mjs'
import { reportAndExit } from './report.mjs'

/**
 * Runs one of `src/server/commands`: it is part of the server's bundle and reads its arguments itself.
 * @param {string} name
 */
export async function runCommand(name) {
  try {
    loadDotEnv()
    await ensureBuilt((words) => console.log(words))
  } catch (error) {
    reportAndExit(error)
  }
  await import(pathToFileURL(`${root}dist/server/commands/${name}.js`).href)
}
