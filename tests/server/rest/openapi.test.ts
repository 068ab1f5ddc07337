import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildOpenapi } from '#server/rest/openapi.ts'
import { REST_ROWS } from '#server/rest/routes.ts'
import { type Caller, createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

const config = testConfig()

/** What OpenAPI 3.1 wants of the parts we use. */
const schemaLike = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.object({ schema: schemaLike }))
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: schemaLike,
    }),
  ),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.object({ description: z.string(), content }),
  ),
})
const document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch']), operation),
  ),
  components: z.object({
    securitySchemes: z.record(z.string(), schemaLike),
    schemas: z.record(z.string(), schemaLike),
  }),
})

const described = document.parse(buildOpenapi(REST_ROWS, config, 'admin'))

function operationAt(method: string, path: string) {
  const found = Object.entries(described.paths[path] ?? {}).find(([name]) => name === method)?.[1]
  if (!found) throw new Error(`${method} ${path} is not described`)
  return found
}

/** Every value of a key, however deep. */
function valuesOf(key: string, part: unknown): unknown[] {
  if (Array.isArray(part)) return part.flatMap((item) => valuesOf(key, item))
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    name === key ? [value, ...valuesOf(key, value)] : valuesOf(key, value),
  )
}

describe('the OpenAPI description', () => {
  it('has every row of the table, and nothing else', () => {
    const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.toSorted()).toEqual(
      REST_ROWS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).toSorted(),
    )
  })

  it.each(REST_ROWS.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s declares its path parameters, and has a body only where one is sent',
    (_name, row) => {
      const path = row.path.replace(/:(\w+)/g, '{$1}')
      const { parameters, requestBody, operationId } = operationAt(row.method.toLowerCase(), path)
      expect(operationId).toBe(`${row.method.toLowerCase()} ${row.path}`)
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(
        [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
      )
      expect(inPath.every(({ required }) => required)).toBe(true)
      if (row.method === 'GET') expect(requestBody).toBeUndefined()
      const names = parameters.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
    },
  )

  it('refers only to what it has, and requires only fields it describes', () => {
    for (const ref of valuesOf('$ref', described)) {
      const path = z.string().startsWith('#/').parse(ref).slice(2).split('/')
      const target = path.reduce<unknown>((part, key) => schemaLike.parse(part)[key], described)
      expect(target).toBeDefined()
    }
    const schemes = Object.keys(described.components.securitySchemes)
    const wanted = valuesOf('security', described.paths).flatMap((list) => z.array(schemaLike).parse(list))
    for (const scheme of wanted.flatMap((one) => Object.keys(one))) expect(schemes).toContain(scheme)
  })

  it('says what a call takes, gives and needs', () => {
    expect(operationAt('get', '/api/auth/verify-email').parameters).toMatchObject([
      { name: 'token', in: 'query' },
    ])
    expect(operationAt('get', '/api/videos').security).toEqual([])
    const save = operationAt('post', '/api/users/{userId}/progress')
    expect(save.security).toEqual([{ student: [] }])
    expect(save.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { properties: { videoId: {}, progress: {} } } } },
    })
    expect(valuesOf('userId', save.requestBody)).toEqual([])
    const document = operationAt('get', '/api/users/{userId}/documents/{documentId}')
    expect(Object.keys(document.responses['200']?.content ?? {})).toEqual(['application/pdf'])
    const intent = operationAt('post', '/api/create-payment-intent')
    expect(valuesOf('clientSecret', intent.responses)).toHaveLength(1)
  })

  it('names the cookie as it is on the wire', () => {
    const nameOf = (PUBLIC_URL: string) => {
      const { components } = document.parse(buildOpenapi(REST_ROWS, testConfig({ PUBLIC_URL }), 'admin'))
      return components.securitySchemes.admin?.name
    }
    expect(nameOf('http://localhost:3000')).toBe('admin_session')
    expect(nameOf('https://shop.test')).toBe('__Host-admin_session')
  })
})

describe('/api/openapi.json', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(() => shop.close())

  it('is the whole for an admin, and no cache keeps it', async () => {
    const answer = await shop.send({ as: 'admin', url: '/api/openapi.json' })
    expect(document.parse(answer.json())).toEqual(described)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each<Caller>(['anonymous', 'student', 'referer', 'expiredAdmin'])(
    'says to %s nothing of the back office',
    async (as) => {
      const answer = await shop.send({ as, url: '/api/openapi.json' })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('application/json')
      expect(answer.headers.vary).toContain('cookie')
      const { paths, components } = document.parse(answer.json())
      expect(Object.keys(components.securitySchemes)).toEqual(['student', 'referer'])
      expect(valuesOf('tags', paths).flat()).not.toContain('admin')
      expect(answer.body).not.toContain('admin')
      const left = REST_ROWS.filter(({ procedure }) => !procedure.startsWith('admin.'))
      expect(valuesOf('operationId', paths)).toHaveLength(left.length)
    },
  )
})
