import { describe, expect, it } from 'vitest'
import { FEATURES } from './import-rules.ts'
import {
  findAstray,
  findCrowdedFolders,
  findHiddenExports,
  findLongFiles,
  findOtherCases,
  findStrayQueries,
  findUnknownFeatures,
} from './layout-rules.ts'
import { readSources, sourceFile } from './source-files.ts'

const sources = readSources('src', 'sandbox', 'samples', 'emails', 'prisma', 'scripts')
const tests = readSources('tests')
const everything = [...sources, ...tests]

describe('the features of the server', () => {
  it('are those in the order of features, each with a file', () => {
    expect(findUnknownFeatures(sources)).toEqual([])
  })

  it('alone query the database', () => {
    expect(findStrayQueries(sources)).toEqual([])
  })

  it('have at most 18 files in a folder, as the client’s', () => {
    expect(findCrowdedFolders(sources)).toEqual([])
  })
})

describe('every file', () => {
  it('holds one idea', () => {
    expect(findLongFiles(everything)).toEqual([])
  })

  it('is named alike', () => {
    expect(findOtherCases(everything)).toEqual([])
  })

  it('that tests lies where what it tests lies', () => {
    expect(findAstray(tests, sources)).toEqual([])
  })

  it('exports by name what it has itself', () => {
    expect(findHiddenExports(everything)).toEqual([])
  })
})

const file = sourceFile

describe('the guards catch an offender', () => {
  it('a feature without a place in the order', () => {
    const files = [...FEATURES, 'loyalty'].map((feature) =>
      file(`src/server/features/${feature}/router.ts`, ''),
    )
    expect(findUnknownFeatures(files).join()).toContain('loyalty: give it a place')
  })

  it('a feature without a file', () => {
    const files = FEATURES.filter((feature) => feature !== 'mail').map((feature) =>
      file(`src/server/features/${feature}/router.ts`, ''),
    )
    expect(findUnknownFeatures(files)).toEqual(['src/server/features/mail has no file.'])
  })

  it('a folder of 19 files, and none of 18', () => {
    const files = Array.from({ length: 19 }, (_, index) =>
      file(`src/client/features/cart/file-${index}.ts`, ''),
    )
    expect(findCrowdedFolders(files)).toHaveLength(1)
    expect(findCrowdedFolders(files.slice(1))).toEqual([])
  })

  it('a test of a folder that is not there', () => {
    const there = [file('src/server/features/orders/fulfil-order.ts', ''), file('emails/welcome.tsx', '')]
    const right = [
      'tests/server/features/orders/x.test.ts',
      'tests/server/x.test.ts',
      'tests/emails/x.test.tsx',
    ]
    expect(
      findAstray(
        right.map((path) => file(path, '')),
        there,
      ),
    ).toEqual([])
    const astray = [file('tests/server/features/loyalty/x.test.ts', '')]
    expect(findAstray(astray, there)).toEqual([expect.stringContaining('src/server/features/loyalty')])
  })

  it('a file of 301 lines, and none of 300', () => {
    expect(findLongFiles([file('src/a.ts', 'x\n'.repeat(301))])).toHaveLength(1)
    expect(findLongFiles([file('src/a.ts', 'x\n'.repeat(300))])).toEqual([])
  })

  it('names in another case', () => {
    const names = ['FulfilOrder.ts', 'fulfil_order.ts', 'fulfil--order.ts', 'fulfil-order.tests.ts']
    expect(findOtherCases(names.map((name) => file(`src/${name}`, '')))).toHaveLength(names.length)
    const right = ['fulfil-order.ts', 'a.test.tsx', 'buy.spec.ts', 'd3-contour.d.ts']
    expect(findOtherCases(right.map((name) => file(`src/${name}`, '')))).toEqual([])
  })

  it.each(['export default function x() {}', 'export { x as default }', "export * from './x.ts'"])(
    '%s',
    (text) => {
      expect(findHiddenExports([file('src/a.ts', text)])).toHaveLength(1)
    },
  )

  it('a query outside the features', () => {
    const text = 'const student = await deps.db.student.findUnique({})'
    expect(findStrayQueries([file('src/server/http/media.ts', text)])).toHaveLength(1)
    expect(findStrayQueries([file('src/server/features/playback/queries.ts', text)])).toEqual([])
  })
})
