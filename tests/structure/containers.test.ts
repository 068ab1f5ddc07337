import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ConfigError } from '#server/config/config-error.ts'
import { variables } from '#server/config/variables.ts'
import { loadConfig } from '#server/config.ts'
import { END_MS } from '#server/lifecycle.ts'

const service = z.object({
  image: z.string(),
  build: z.object({ target: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  read_only: z.boolean().default(false),
  init: z.boolean().default(false),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ test: z.array(z.string()).optional() }).optional(),
  ports: z.array(z.string()).default([]),
})
const composeFile = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
})

const readCompose = (file: string) =>
  composeFile.parse(parse(readFileSync(file, 'utf8'), { merge: true }) as unknown)
const { services, volumes } = readCompose('compose.yaml')
const demo = readCompose('compose.demo.yaml')
const dockerfile = readFileSync('Dockerfile', 'utf8')

function get(name: string): z.infer<typeof service> {
  const found = services[name]
  if (!found) throw new Error(`compose.yaml has no service ${name}`)
  return found
}
const ours = { web: get('web'), worker: get('worker') }
/** `POSTGRES_PASSWORD` is compose.yaml's own, as .env.example says. */
const known = new Set([...Object.keys(variables.shape), 'POSTGRES_PASSWORD'])

const filledIn = (text: string) => text.replace(/\$\{(\w+)[^}]*\}/g, (_all, name: string) => `its-${name}`)
const settingsOf = ({ environment }: z.infer<typeof service>) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)]))

function missingIn(environment: Record<string, string>): string[] {
  try {
    loadConfig({ ...parseEnv(readFileSync('.env.example', 'utf8')), ...environment })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.match(/[A-Z_]{4,}(?= is missing)/g) ?? []
  }
}

describe('compose.yaml', () => {
  it('sets variables that the shop reads, and reads those that .env.example names', () => {
    const names = Object.values(ours).flatMap(({ environment }) => Object.keys(environment))
    expect(names.filter((name) => !(name in variables.shape))).toEqual([])
    const texts = ['compose.yaml', 'compose.demo.yaml', 'deploy/Caddyfile'].map((file) =>
      readFileSync(file, 'utf8'),
    )
    const read = texts.flatMap((text) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
    expect(read.filter((name) => !known.has(name))).toEqual([])
    expect(readFileSync('.env.example', 'utf8')).toContain('POSTGRES_PASSWORD')
  })

  it.each(Object.entries(ours))(
    'leaves %s what .env.example marks [live], and nothing else',
    (_name, one) => {
      const live = [...readFileSync('.env.example', 'utf8').matchAll(/^# \[live\b.*\n(\w+)=$/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !(name in one.environment))
      expect(live).not.toContain('DATABASE_URL')
      expect(missingIn(settingsOf(one)).toSorted()).toEqual(live.toSorted())
    },
  )

  it('leads web and worker to the database, the queue and the folders of its services', () => {
    for (const one of Object.values(ours)) {
      const { volumes: mounted, networks } = one
      const environment = settingsOf(one)
      expect(new URL(environment.DATABASE_URL ?? '').hostname).toBe('postgres')
      expect(new URL(environment.REDIS_URL ?? '').hostname).toBe('redis')
      expect(networks).toEqual(['front', 'back'])
      const folders = [environment.DATA_DIR, environment.MEDIA_DIR, environment.BACKUP_DIR]
      expect(mounted.map((mount) => mount.split(':')[1])).toEqual(folders)
      expect(dockerfile).toContain(`install -d -o shop -g shop -m 750 ${folders.join(' ')}`)
    }
    for (const name of ['postgres', 'redis'])
      expect(get(name)).toMatchObject({ networks: ['back'], ports: [] })
    expect(get('postgres')).toMatchObject({ image: 'postgres:18', environment: { POSTGRES_DB: 'shop' } })
    const named = Object.values(services).flatMap((one) => one.volumes.map((mount) => mount.split(':')[0]))
    expect([...new Set(named.filter((name) => !name?.startsWith('.')))].toSorted()).toEqual(
      Object.keys(volumes).toSorted(),
    )
  })

  it('reads an .env that begins as .env.example: for Docker a comment behind a value is part of it', () => {
    const lines = readFileSync('.env.example', 'utf8').split('\n')
    expect(lines.filter((line) => /^\w+=.*\s#/.test(line))).toEqual([])
  })

  it('keeps every job', () => {
    const command = get('redis').command?.join(' ')
    expect(command).toContain('--appendonly yes')
    expect(command).toContain('--maxmemory-policy noeviction')
  })

  it('puts one proxy in front, which knows the port', () => {
    const { PORT, TRUST_PROXY, HOST } = ours.web.environment
    expect({ TRUST_PROXY, HOST }).toEqual({ TRUST_PROXY: '1', HOST: '0.0.0.0' })
    expect(get('caddy').environment.SHOP).toBe(`web:${PORT}`)
    expect(readFileSync('deploy/Caddyfile', 'utf8')).toContain('reverse_proxy {$SHOP:127.0.0.1:3000}')
    expect(dockerfile).toContain(`EXPOSE ${PORT}`)
    expect([...ours.web.ports, ...ours.worker.ports]).toEqual([])
  })

  it('runs the shop in one container and its jobs in another, both closed', () => {
    expect(ours.web.command).toBeUndefined()
    expect(ours.worker.command).toEqual(['node', '--enable-source-maps', 'dist/server/worker.js'])
    expect(ours.web.environment.WORKERS).toBe('off')
    const { WORKER_PORT } = ours.worker.environment
    expect(ours.worker.healthcheck?.test?.join(' ')).toContain(`127.0.0.1:${WORKER_PORT}/readyz`)
    for (const one of [...Object.values(ours), ...Object.values(demo.services)]) {
      expect(one).toMatchObject({ read_only: true, init: true })
      expect(Number.parseInt(one.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(END_MS)
    }
  })
})

describe('compose.demo.yaml', () => {
  it('needs no variable, and runs what an empty environment gets', () => {
    const text = readFileSync('compose.demo.yaml', 'utf8')
    expect(text.match(/\$\{[^}]*\}/g)).toEqual([expect.stringContaining('PORT:-3000')])
    expect(demo.services.demo).toMatchObject({ build: { target: 'demo' }, network_mode: 'host' })
    expect(loadConfig({ PORT: '3000', DATA_DIR: '/data' })).toMatchObject({
      stamp: 'demo',
      host: '127.0.0.1',
    })
  })
})

describe('the Dockerfile', () => {
  const stage = (name: string) =>
    new RegExp(`^FROM \\S+ AS ${name}$[\\s\\S]*?(?=^FROM |$(?![\\s\\S]))`, 'm').exec(dockerfile)?.[0] ?? ''

  it('has every stage that compose.yaml and compose.demo.yaml build', () => {
    for (const { build } of [...Object.values(services), ...Object.values(demo.services)]) {
      if (build) expect(stage(build.target)).not.toBe('')
    }
  })

  it('starts what the build makes of src/server/main.ts and worker.ts, as a user without rights', () => {
    expect(stage('runtime')).toContain('CMD ["node", "--enable-source-maps", "dist/server/main.js"]')
    expect(stage('runtime')).toMatch(/^USER shop$/m)
    expect(existsSync('src/server/main.ts') && existsSync('src/server/worker.ts')).toBe(true)
    expect(stage('runtime')).toContain('/readyz')
  })

  it('names Node as .nvmrc does, and variables that the shop reads', () => {
    const version = readFileSync('.nvmrc', 'utf8').trim()
    expect(dockerfile.match(/^FROM node:\d+/gm)).toEqual([`FROM node:${version}`, `FROM node:${version}`])
    const set = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
    const names = set.map((one) => one.replace(/=.*/, '')).filter((name) => !name.startsWith('MALLOC_'))
    expect(names.filter((name) => !(name in variables.shape))).toEqual([])
  })

  it('tells glibc how to keep memory, as the units and the benchmark do', () => {
    const told = (text: string) =>
      Object.fromEntries([...text.matchAll(/(MALLOC_\w+)(?:=|: ')(\d+)/g)].map((one) => one.slice(1)))
    const files = [
      'deploy/ground-school-web.service',
      'deploy/ground-school-worker.service',
      'scripts/bench/shop.ts',
    ]
    expect(Object.keys(told(dockerfile))).toHaveLength(2)
    for (const file of files) expect(told(readFileSync(file, 'utf8')), file).toEqual(told(dockerfile))
  })

  it('gets from its context what it builds from, and no .env', () => {
    const listed = readFileSync('.dockerignore', 'utf8').match(/^!.+$/gm) ?? []
    const paths = listed.map((line) => line.slice(1))
    expect(paths.filter((path) => !path.includes('*') && !existsSync(path))).toEqual([])
    expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\*$/m)
    expect(paths.filter((path) => path.includes('.env'))).toEqual([])
  })
})
