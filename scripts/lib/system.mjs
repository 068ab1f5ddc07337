import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, StepFailed } from './run.mjs'

/** Programs the tests run beside npm's packages: what they are called, and the package that brings them. */
const programs = [
  { names: ['chromium', 'chromium-browser', 'google-chrome'], variable: 'CHROMIUM_PATH', pack: 'chromium' },
  { names: ['redis-server'], variable: 'REDIS_SERVER_PATH', pack: 'redis-server' },
  { names: ['nginx'], variable: 'NGINX_PATH', pack: 'nginx' },
]

/** Where servers are installed that may not be on the PATH. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin']

/**
 * Finds a real Chromium, Redis and nginx, installing them where this is root on Debian, and names their paths in
 * `CHROMIUM_PATH`, `REDIS_SERVER_PATH` and `NGINX_PATH`. Throws `StepFailed` that names the packages where it may not install them.
 */
export async function ensurePrograms() {
  const missing = programs.filter((program) => !locate(program)).map((program) => program.pack)
  if (missing.length) await install(missing)
  for (const program of programs) process.env[program.variable] = locate(program)
}

/** @param {string[]} packages */
async function install(packages) {
  const words = new Intl.ListFormat('en').format(packages)
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new StepFailed(
      `The tests need ${words}. On Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}`,
    )
  }
  console.log(`Installing ${words} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { quiet: true, env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { quiet: true, env })
}

/** @param {{ names: string[], variable: string }} program */
function locate({ names, variable }) {
  const chosen = process.env[variable]
  if (chosen) return isRunnable(chosen) ? chosen : undefined
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isRunnable)
}

/** @param {string} path */
function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
