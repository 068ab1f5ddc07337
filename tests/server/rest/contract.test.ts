import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentRows } from '#server/rest/document-rows.ts'
import { REST_ROWS } from '#server/rest/routes.ts'
import { type AppCaller, appRouter } from '#server/router.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { compareWithSpec, NOT_YET, SPEC_PATHS, shapeOf } from './spec-paths.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

/** An API that answers nothing and records the path of the one procedure that was called. */
function recordingApi(asked: string[]): AppCaller {
  const at = (path: string[]): unknown =>
    new Proxy(() => undefined, {
      get: (_target, name) => at([...path, String(name)]),
      apply: () => {
        asked.push(path.join('.'))
        return Promise.resolve(undefined)
      },
    })
  return at([]) as AppCaller
}

describe('the literal paths of the requirement', () => {
  it('are registered, each one whose feature exists', () => {
    expect(compareWithSpec(shop.routes, NOT_YET)).toEqual([])
  })

  it('are the only ones the REST table has, but for the documents of a student', () => {
    const spec = new Set(SPEC_PATHS.map(shapeOf))
    const strangers = REST_ROWS.filter((row) => !documentRows.includes(row))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !spec.has(shapeOf(route)))
    expect(strangers).toEqual([])
  })

  it.each(REST_ROWS.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s calls the procedure it names, and no other',
    async (_route, row) => {
      const asked: string[] = []
      await row.call(recordingApi(asked), { params: {}, query: {}, body: {} })
      expect(asked).toEqual([row.procedure])
      expect(Object.keys(appRouter._def.procedures)).toContain(row.procedure)
    },
  )
})

describe('the comparison itself', () => {
  const all = SPEC_PATHS

  it('says nothing when every path is there', () => {
    expect(compareWithSpec(all, [])).toEqual([])
  })

  it('names a path that is missing', () => {
    const without = all.filter((path) => path !== 'GET /api/videos')
    expect(compareWithSpec(without, [])).toEqual([
      expect.stringContaining('GET /api/videos is in the requirement'),
    ])
  })

  it('does not take another method for the path', () => {
    const other = all.map((path) => (path === 'GET /api/videos' ? 'POST /api/videos' : path))
    expect(compareWithSpec(other, [])).toHaveLength(1)
  })

  it('names a path that is registered and still listed as to come', () => {
    expect(compareWithSpec(all, ['GET /api/videos'])).toEqual([
      expect.stringContaining('take it off NOT_YET'),
    ])
  })

  it('names a listed path that is not required', () => {
    expect(compareWithSpec(all, ['GET /api/viedos'])).toEqual([expect.stringContaining('slip of the pen')])
  })
})
