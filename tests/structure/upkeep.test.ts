import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import packages from '../../package.json' with { type: 'json' }
import reliability from '../support/reliability.json' with { type: 'json' }

const read = (file: string) => readFileSync(file, 'utf8')

describe('SECURITY.md', () => {
  const rows = read('SECURITY.md').match(/^\| (?!attack|---).+\|$/gm) ?? []
  const testsOf = (row: string) => row.match(/tests\/[\w./-]+\.test\.tsx?/g) ?? []

  it('names for every attack what stops it and a test that is there', () => {
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter((row) => testsOf(row).length === 0)).toEqual([])
    expect(rows.flatMap(testsOf).filter((file) => !existsSync(file))).toEqual([])
    expect(
      rows.filter((row) =>
        row
          .split('|')
          .slice(1, -1)
          .some((cell) => cell.trim() === ''),
      ),
    ).toEqual([])
  })
})

describe('docs/security.md', () => {
  const rows = read('docs/security.md').match(/^\| \d[^|]*\|.+\|$/gm) ?? []
  const cellsOf = (row: string) => row.split(/ *\| */).slice(1, -1)

  it('says of every requirement how it is met, and which test shows it or why none does', () => {
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.filter((row) => cellsOf(row).length !== 4 || cellsOf(row).includes(''))).toEqual([])
    const shown = /^(`tests\/\S+\.test\.tsx?`(, |$))+$|^not met: .+|^not used$|^by reading$/
    expect(rows.filter((row) => !shown.test(cellsOf(row)[3] ?? ''))).toEqual([])
  })
})

it('the npm scripts that CI, README and CONTRIBUTING run are there', () => {
  const texts = ['.github/workflows/test.yml', 'README.md', 'CONTRIBUTING.md'].map(read)
  const named = texts.flatMap((text) => [...text.matchAll(/npm run (?:--?[\w-]+ )*([a-z][\w:]*)/g)])
  expect(named.length).toBeGreaterThan(10)
  expect(named.map(([, name = '']) => name).filter((name) => !(name in packages.scripts))).toEqual([])
})

describe('the versions of Node', () => {
  const workflow = z
    .object({
      jobs: z.object({
        test: z.object({ strategy: z.object({ matrix: z.object({ node: z.array(z.string()) }) }) }),
      }),
    })
    .parse(parse(read('.github/workflows/test.yml')))
  const tested = workflow.jobs.test.strategy.matrix.node

  it('that package.json admits are those that CI tests, and .nvmrc is one of them', () => {
    expect(packages.engines.node).toBe('^20.19 || ^22.13 || >=24')
    expect(tested).toEqual(['20', '22', '24', '26'])
    expect(tested).toContain(read('.nvmrc').trim())
  })

  it('are named alike where a reader looks', () => {
    for (const file of ['README.md', 'CONTRIBUTING.md', 'scripts/lib/require-node.mjs']) {
      expect(read(file)).toContain('20.19, 22.13, or 24 and newer')
    }
  })
})

describe('packages', () => {
  const lock = z
    .object({
      packages: z.record(
        z.string(),
        z.object({ integrity: z.string().optional(), link: z.boolean().optional() }),
      ),
    })
    .parse(JSON.parse(read('package-lock.json')))

  it('have exact versions', () => {
    const versions = Object.values({ ...packages.dependencies, ...packages.devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  it('are held by digest', () => {
    const open = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== '' && !integrity)
    expect(open.map(([path]) => path)).toEqual([])
  })

  it('stay within the oldest Node’s types', () => {
    expect(packages.devDependencies['@types/node']).toMatch(/^20\./)
    expect(read('renovate.json')).toContain('"allowedVersions": "<21"')
  })
})

it('the changelog has the version of package.json', () => {
  expect(read('CHANGELOG.md')).toContain(`## ${packages.version}`)
})

it.each(Object.entries(reliability))('%s: every test that shows it measures it', (row, { tests }) => {
  const measures = (file: string) => new RegExp(`recordReliability\\(\\s*['"]${row}['"]`).test(read(file))
  expect(tests.length).toBeGreaterThan(0)
  expect(tests.filter((file) => !measures(file))).toEqual([])
})
