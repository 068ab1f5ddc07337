import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const CONFIGURATION = [
  'biome.json',
  'knip.jsonc',
  'package.json',
  'tsconfig.json',
  'tsconfig.client.json',
  'tsconfig.server.json',
  'tsconfig.shared.json',
  'vite.config.ts',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/deploy.md',
  'docs/security.md',
]

/** What is made when it is needed, and not in the repository. */
const MADE = ['src/server/infra/prisma']

/** The files and folders of ours that a text names; of a pattern the folder before its first wildcard. */
function findPaths(text: string): string[] {
  const named = text.matchAll(
    /["'`!](?:\.\/)?((?:src|sandbox|samples|emails|prisma|scripts|tests|docs|deploy)(?:\/[\w.*{},[\]-]+)+)/g,
  )
  return [...named].map(([, path = '']) => path.replace(/\/[^/]*[*{[].*$/, '').replace(/[.,]$/, ''))
}

it.each(CONFIGURATION)('every path that %s names leads somewhere', (file) => {
  const paths = findPaths(readFileSync(file, 'utf8')).filter((path) => !MADE.includes(path))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

it('reads the paths of a text', () => {
  const text = "['tests/a.test.ts', \"!src/server/x\"] `src/shared/money.ts`, './emails/*' tests/{a,b}/*.ts"
  expect(findPaths(text)).toEqual(['tests/a.test.ts', 'src/server/x', 'src/shared/money.ts', 'emails'])
})
