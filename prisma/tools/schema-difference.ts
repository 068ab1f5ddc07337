import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
// The package's main entry imports .wasm, which Node cannot do without a flag.
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg'

/** The part of the standard that is used here; TypeScript knows it with the types of a browser only. */
type WebAssemblyOf = {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

let loading: Promise<void> | undefined

/** The engine is WebAssembly: it is started once a process. */
function loadEngine(): Promise<void> {
  loading ??= startEngine()
  return loading
}

async function startEngine(): Promise<void> {
  Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', {
    set_message(message: string) {
      throw new Error(`Prisma's schema engine panicked: ${message}`)
    },
  })
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = readFileSync(entry.replace(/js$/, 'wasm'))
  const webAssembly: WebAssemblyOf = Reflect.get(globalThis, 'WebAssembly')
  const { instance } = await webAssembly.instantiate(wasm, { './schema_engine_bg.js': engineModule })
  engineModule.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') start()
}

/** PostgreSQL's internal type "char", which its catalogs use and adapter-pg has no mapping for. */
const CHAR_TYPE = 18
const TEXT_TYPE = 25

type Fields = { fields: { dataTypeID: number }[] }

/** Reads PostgreSQL's catalogs, which Prisma's adapter for ordinary tables cannot. */
class CatalogAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const performIO = Reflect.get(adapter, 'performIO').bind(adapter)
    const queryRaw = adapter.queryRaw.bind(adapter)
    let chars: number[] = []
    Reflect.set(adapter, 'performIO', async (query: unknown) => {
      const result: Fields = await performIO(query)
      chars = result.fields.flatMap(({ dataTypeID }, index) => (dataTypeID === CHAR_TYPE ? [index] : []))
      for (const index of chars) Object.assign(result.fields[index] ?? {}, { dataTypeID: TEXT_TYPE })
      return result
    })
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      for (const index of chars) result.columnTypes[index] = ColumnTypeEnum.Character
      return result
    }
    return adapter
  }
}

/**
 * The SQL that would turn a migrated database into what a Prisma schema says; empty when they agree. Checks,
 * triggers and partial indexes are beyond Prisma's language and are not compared.
 */
export async function sqlToReach(schema: string, databaseUrl: string): Promise<string> {
  await loadEngine()
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const adapter = new CatalogAdapter({
    host: hostname,
    port: Number(port),
    user: username,
    password,
    database: pathname.slice(1),
  })
  const path = 'schema.prisma'
  const engine = await engineModule.SchemaEngine.new(
    { datamodels: [[path, schema]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  )
  const files = { files: [{ path, content: schema }] }
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', ...files, configDir: '.' },
    to: { tag: 'schemaDatamodel', ...files },
    script: true,
    exitCode: true,
    filters: { externalTables: ['public._prisma_migrations'], externalEnums: [] },
  })
  return stdout?.trim() === '-- This is an empty migration.' ? '' : (stdout ?? '').trim()
}
