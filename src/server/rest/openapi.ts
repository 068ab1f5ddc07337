import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { ADMIN_COOKIE } from '#server/context.ts'
import type { Deps } from '#server/deps.ts'
import { cookieOnWire } from '#server/http/cookie-on-wire.ts'
import { requestContext } from '#server/http/request-context.ts'
import { type AppCaller, appRouter } from '#server/router.ts'
import type { RestRow } from './adapter.ts'

/** A JSON Schema or a part of an OpenAPI document: plain JSON. */
type Json = { [key: string]: unknown }

/** What tRPC keeps of a procedure: who may call it, and its schemas. */
const definition = z.object({
  meta: z.object({ access: z.enum(['anyone', 'student', 'ownStudent', 'referer', 'admin']) }),
  inputs: z.array(z.instanceof(z.ZodType)),
  output: z.instanceof(z.ZodType),
})
const procedures = z.record(z.string(), z.unknown()).parse(appRouter._def.procedures)

/** Who may call, in OpenAPI's words. */
const SECURITY: Record<z.infer<typeof definition>['meta']['access'], Json[]> = {
  anyone: [],
  student: [{ student: [] }],
  ownStudent: [{ student: [] }],
  referer: [{ referer: [] }],
  admin: [{ admin: [] }],
}

const SECURITY_SCHEMES = {
  student: { type: 'http', scheme: 'bearer', description: 'The token that signing in or registering gave.' },
  referer: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The session as JSON, as the portal’s sign-in gave it, with its token inside.',
  },
}

const REFUSAL = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A sentence for a person.' },
    code: { type: 'string', description: 'What was refused, for a program.' },
  },
  required: ['message', 'code'],
}

type Site = Pick<Config, 'seller' | 'publicUrl' | 'hasSecureCookies'>
type Reader = 'anybody' | 'admin'

/**
 * The OpenAPI 3.1 description of the REST paths, generated from their table and the schemas that check what
 * comes in and goes out: nothing in it is written twice.
 */
export function buildOpenapi(rows: readonly RestRow[], config: Site, reader: Reader): Json {
  const { seller, publicUrl } = config
  const isAdmin = reader === 'admin'
  const admin = { type: 'apiKey', in: 'cookie', name: cookieOnWire(config, ADMIN_COOKIE) }
  const paths: Record<string, Json> = {}
  for (const row of rows.filter(({ procedure }) => isAdmin || !isForAdmins(procedure))) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(row) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${seller.name}: REST calls`,
      version: '1.0.0',
      description:
        'Money is a decimal string of pounds, percentages are numbers, times are ISO 8601 in UTC. Every refusal has a message.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { ...SECURITY_SCHEMES, ...(isAdmin ? { admin } : {}) },
      schemas: { Refusal: REFUSAL },
    },
  }
}

/** What only admins may call, and the way to become one. */
function isForAdmins(procedure: string): boolean {
  const { meta } = definition.parse(findDefinition(procedure))
  return meta.access === 'admin' || procedure.startsWith('admin.')
}

/** Answers `/api/openapi.json`, the admin's part to an admin alone. Each is built once, on its first request. */
export function registerOpenapi(app: FastifyInstance, deps: Deps, rows: readonly RestRow[]): void {
  // Bytes, which all answers share however slowly they are taken.
  const built = new Map<Reader, Buffer>()
  app.get('/api/openapi.json', async (request, reply) => {
    const admin = await requestContext(deps, request, reply).whoIs.admin()
    const reader = admin ? 'admin' : 'anybody'
    const description =
      built.get(reader) ?? Buffer.from(JSON.stringify(buildOpenapi(rows, deps.config, reader)))
    built.set(reader, description)
    reply.header('vary', 'cookie').type('application/json; charset=utf-8')
    return reply.header('cache-control', admin ? 'no-store' : 'public, max-age=300').send(description)
  })
}

function operationOf(row: RestRow): Json {
  const { meta, inputs, output } = definition.parse(findDefinition(row.procedure))
  const pathNames = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const { properties, required, choices } = mergeInputs(inputs.map((schema) => schemaOf(schema, 'input')))
  const rest = Object.keys(properties).filter((name) => !pathNames.includes(name))
  const reads = partsRead(row)

  const inPath = pathNames.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  const inQuery = rest.map((name) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: properties[name],
  }))
  const fields = {
    type: 'object',
    properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
    required: required.filter((name) => rest.includes(name)),
  }
  const body = choices.length > 0 ? { allOf: [fields, ...choices] } : fields
  const hasBody = row.method !== 'GET' && reads.has('body') && rest.length + choices.length > 0
  return {
    operationId: `${row.method.toLowerCase()} ${row.path}`,
    tags: [row.procedure.split('.')[0]],
    security: SECURITY[meta.access],
    parameters: [...inPath, ...(reads.has('query') ? inQuery : [])],
    ...(hasBody
      ? {
          requestBody: {
            required: fields.required.length + choices.length > 0,
            content: { 'application/json': { schema: body } },
          },
        }
      : {}),
    responses: { 200: row.sendsFile ? fileOf(row.sendsFile) : answerOf(output), default: REFUSED },
  }
}

const REFUSED = {
  description: 'A refusal, with the status that fits it.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

/** A procedure that answers a file as base64 sends the file itself over REST. */
function answerOf(output: z.ZodType): Json {
  const schema = schemaOf(output, 'output')
  const isFile = 'contentBase64' in propertiesOf(schema)
  return {
    description: isFile ? 'The paper, to be kept as a file.' : 'The answer.',
    content: isFile
      ? { 'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } } }
      : { 'application/json': { schema } },
  }
}

/** A file that is sent while it is made. */
function fileOf(type: string): Json {
  return {
    description: 'The file, to be kept.',
    content: { [type]: { schema: { type: 'string', contentMediaType: type } } },
  }
}

function findDefinition(path: string): unknown {
  const procedure = procedures[path]
  if (typeof procedure !== 'function' || !('_def' in procedure))
    throw new Error(`No procedure is called ${path}`)
  return procedure._def
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses; it omits what it cannot express, such as a refinement. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

/** The inputs a procedure was built up with are one object on the wire; a choice between objects stays one. */
function mergeInputs(schemas: readonly Json[]): { properties: Json; required: string[]; choices: Json[] } {
  const objects = schemas.filter((schema) => schema.type === 'object')
  return {
    properties: Object.assign({}, ...objects.map(propertiesOf)),
    required: [...new Set(objects.flatMap(({ required }) => names.parse(required)))],
    choices: schemas.filter((schema) => schema.type !== 'object'),
  }
}

const names = z.array(z.string()).catch([])

function propertiesOf(schema: Json): Json {
  return z.record(z.string(), z.unknown()).catch({}).parse(schema.properties)
}

/** Which parts of a request a row passes on: its function is called once with parts that record reads. */
function partsRead(row: RestRow): Set<'query' | 'body'> {
  const read = new Set<'query' | 'body'>()
  const parts = {
    params: {},
    get query() {
      read.add('query')
      return {}
    },
    get body() {
      read.add('body')
      return {}
    },
  }
  const call = async () => row.call(silentApi(), parts)
  call().catch(() => undefined) // what a row makes of no answer does not matter here
  return read
}

/** Every procedure of it answers nothing and does nothing. */
function silentApi(): AppCaller {
  const anything: unknown = new Proxy(async () => undefined, { get: () => anything })
  return anything as AppCaller
}
