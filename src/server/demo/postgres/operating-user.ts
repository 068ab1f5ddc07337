import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, binariesIn } from './binaries.ts'

type Command = { file: string; args: string[]; uid?: number; gid?: number }

/** Who runs PostgreSQL, from which binaries, and in which folder its cluster is. */
export type Place = {
  home: string
  binaries: Binaries
  command(file: string, args: string[]): Command
  /** Gives a folder and all in it to that user. */
  own(path: string): void
}

type Identity = { uid: number; gid: number }

/** Where a checkout is closed to other users and no right can be passed on, root's cluster is here instead. */
const OPEN_FOLDER = '/var/lib/ground-school-shop'

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of its cluster, `nobody` for a new one, and keeps
 * the one right it needs to pass closed folders (a clone under /root is 0700). Where that cannot be given, binaries and
 * cluster are put where `nobody` can reach them.
 */
export function choosePlace(home: string, binaries: Binaries): Place {
  if (process.getuid?.() !== 0) {
    return { home, binaries, command: (file, args) => ({ file, args }), own: () => undefined }
  }
  const identity = ownerOf(home)
  const passing = (file: string, args: string[]) => ({
    file: 'setpriv',
    args: [...keepPassage(identity), file, ...args],
  })
  if (runs(passing(binaries.initdb, ['--version']))) {
    return { home, binaries, command: passing, own: (path) => give(path, identity) }
  }
  return openPlace(home, binaries)
}

function openPlace(home: string, binaries: Binaries): Place {
  const folder = join(OPEN_FOLDER, createHash('sha256').update(home).digest('hex').slice(0, 16))
  const copies = join(folder, 'binaries')
  mkdirSync(copies, { recursive: true })
  for (const path of [OPEN_FOLDER, folder, copies]) chmodSync(path, 0o755) // whatever the umask
  const openHome = join(folder, 'postgres')
  const identity = ownerOf(openHome)
  return {
    home: openHome,
    binaries: copyBinaries(binaries, copies),
    command: (file, args) => ({ file, args, ...identity }),
    own: (path) => give(path, identity),
  }
}

/** Copied again when the package changed; renamed when whole, because a copy may be interrupted. */
function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const version = createHash('sha256').update(readFileSync(binaries.postgres)).digest('hex').slice(0, 16)
  const target = join(folder, version)
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`
    cpSync(binaries.folder, draft, { recursive: true, verbatimSymlinks: true })
    renameSync(draft, target)
  }
  return binariesIn(target)
}

/** The arguments of setpriv: another user, no groups, and of root's rights only the one to pass closed folders. */
function keepPassage({ uid, gid }: Identity): string[] {
  return [
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ]
}

function runs({ file, args }: Command): boolean {
  return spawnSync(file, args, { cwd: '/', stdio: 'ignore' }).status === 0
}

function ownerOf(home: string): Identity {
  const existing = existsSync(home) ? statSync(home) : null
  return existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : findUnprivilegedUser()
}

function findUnprivilegedUser(): Identity {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

function give(path: string, { uid, gid }: Identity): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), uid, gid)
  }
  chownSync(path, uid, gid)
}
