import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

type Import = { specifier: string; isType: boolean }
export type SourceFile = { path: string; text: string; imports: Import[] }

/** Made by a tool, and not ours to shape. */
const GENERATED = ['src/server/infra/prisma/', 'node_modules/', 'dist/']

/** Every TypeScript file under these folders, with what it imports. Paths are relative to the repository. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((path) => !GENERATED.some((folder) => path.startsWith(folder)))
    .toSorted()
    .map((path) => sourceFile(path, readFileSync(path, 'utf8')))
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: readImports(text) }
}

/** `import x from`, `export x from`, `import '…'` and `import('…')`; types are erased and so marked. */
function readImports(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const statements = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
  const calls = /\bimport\(\s*'([^']+)'/g
  return [
    ...[...code.matchAll(statements)].map(([, type, specifier = '']) => ({
      specifier,
      isType: type !== undefined,
    })),
    ...[...code.matchAll(calls)].map(([, specifier = '']) => ({ specifier, isType: false })),
  ]
}

/** The names that package.json gives to folders. */
const ALIASES: Readonly<Record<string, string>> = {
  '#shared/': 'src/shared/',
  '#server/': 'src/server/',
  '#client/': 'src/client/',
  '#emails/': 'emails/',
  '#sandbox/': 'sandbox/',
  '#tests/': 'tests/',
}

/** The file an import leads to, however it is written; a package's name where it leads out of the repository. */
export function targetOf(file: Pick<SourceFile, 'path'>, specifier: string): string {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return normalize(join(dirname(file.path), plain))
  const alias = Object.keys(ALIASES).find((prefix) => plain.startsWith(prefix))
  return alias ? `${ALIASES[alias]}${plain.slice(alias.length)}` : plain
}
