import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { makeReady, type ReadyFile } from './ready-file.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Vite writes the content's hash into names of the first; a font that is cut again is called something else. */
const NEVER_CHANGED = ['/assets/', '/fonts/']
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400'
/** The frame that pages are printed into. */
const TEMPLATE = '/index.html'
/** Beside a file what the build has compressed it to. */
const COMPRESSED = '.br'
/** Looked at again each time: it decides what everything else does. */
const WORKER = '/service-worker.js'

export type StaticFiles = {
  /** The file at that path, made ready at its first request; null when there is none. */
  find(path: string): Promise<ReadyFile> | null
}

/**
 * The browser's files, listed once at start: a path that is not on the list never reaches the disk. Pages and
 * the build's own notes are left out.
 */
export async function listStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const compressed = new Set(
    found.filter((path) => path.endsWith(COMPRESSED)).map((path) => path.slice(0, -COMPRESSED.length)),
  )
  const paths = found.filter(
    (path) => TYPES[extname(path)] !== undefined && !path.startsWith('/.') && path !== TEMPLATE,
  )
  const listed = new Set(paths)
  const ready = new Map<string, Promise<ReadyFile>>()

  async function prepare(path: string): Promise<ReadyFile> {
    const [content, br] = await Promise.all([
      readFile(join(folder, path)),
      compressed.has(path) ? readFile(join(folder, path + COMPRESSED)) : undefined,
    ])
    return makeReady(content, {
      contentType: TYPES[extname(path)] ?? 'application/octet-stream',
      cacheControl: lifeOf(path),
      ...(br && { br }),
    })
  }

  return {
    find(path) {
      if (!listed.has(path)) return null
      const known = ready.get(path) ?? prepare(path)
      ready.set(path, known)
      // A file that could not be read once may be readable the next time.
      known.catch(() => ready.delete(path))
      return known
    },
  }
}

function lifeOf(path: string): string {
  if (path === WORKER) return 'no-cache'
  return NEVER_CHANGED.some((folder) => path.startsWith(folder)) ? FOR_EVER : FOR_A_DAY
}
