import { describe, expect, it } from 'vitest'
import { ROOMS } from './import-rules.ts'
import {
  findAstray,
  findHiddenExports,
  findLongFiles,
  findMissingRooms,
  findOtherCases,
  findStrangeNames,
  findStrayQueries,
} from './layout-rules.ts'
import { readSources, sourceFile } from './source-files.ts'

const sources = readSources('src', 'sandbox', 'emails', 'prisma', 'scripts')
const tests = readSources('tests')
const everything = [...sources, ...tests]

describe('the rooms of the server', () => {
  it('are the fourteen, each with something in it', () => {
    expect(ROOMS).toHaveLength(14)
    expect(findMissingRooms(sources)).toEqual([])
  })

  it('hold files whose names say what they are', () => {
    expect(findStrangeNames(sources)).toEqual([])
  })

  it('alone ask the database', () => {
    expect(findStrayQueries(sources)).toEqual([])
  })
})

describe('every file', () => {
  it('holds one idea', () => {
    expect(findLongFiles(everything)).toEqual([])
  })

  it('is named alike', () => {
    expect(findOtherCases(everything)).toEqual([])
  })

  it('exports by name what it has itself', () => {
    expect(findHiddenExports(everything)).toEqual([])
  })

  it('that tests lies where what it tests lies', () => {
    expect(findAstray(tests, sources)).toEqual([])
  })
})

const file = sourceFile

describe('the guards catch an offender', () => {
  it.each([
    ['a name that says nothing', 'orders/helpers.ts', 'export function sum() {}', 'helpers'],
    [
      'a name that is not its export’s',
      'orders/fulfil-order.ts',
      'export function payOrder() {}',
      'fulfilOrder',
    ],
    ['a folder', 'orders/utils/sum.ts', 'export function sum() {}', 'no folder but documents'],
    ['a room', 'loyalty/router.ts', '', 'no room loyalty'],
  ])('%s', (_what, path, text, lesson) => {
    expect(findStrangeNames([file(`src/server/features/${path}`, text)]).join()).toContain(lesson)
  })

  it('but not the names a room knows', () => {
    const known = [
      ...['router', 'admin-router', 'queries', 'present', 'present-papers', 'jobs', 'personal-data'].map(
        (name) => file(`src/server/features/orders/${name}.ts`, ''),
      ),
      file('src/server/features/papers/documents/words.ts', ''),
      file('src/server/features/orders/fulfil-order.ts', 'export async function fulfilOrder() {}'),
      file('src/server/features/orders/return-reasons.ts', 'export const RETURN_REASONS = {}'),
      file('src/server/features/orders/order-books.ts', 'export type OrderBooks = {}'),
      file('src/server/app.ts', ''),
    ]
    expect(findStrangeNames(known)).toEqual([])
  })

  it('a room without a file', () => {
    expect(findMissingRooms([file('src/server/features/mail/jobs.ts', '')])).toEqual(
      ROOMS.filter((room) => room !== 'mail'),
    )
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

  it('a query beside the rooms', () => {
    const text = 'const student = await deps.db.student.findUnique({})'
    expect(findStrayQueries([file('src/server/http/media.ts', text)])).toHaveLength(1)
    expect(findStrayQueries([file('src/server/features/access/queries.ts', text)])).toEqual([])
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
})
