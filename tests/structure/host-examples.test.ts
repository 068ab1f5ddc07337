import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { variables } from '#server/config/variables.ts'
import { loadConfig } from '#server/config.ts'
import { KEEP_ALIVE_MS } from '#server/http/create-http-server.ts'
import { END_MS } from '#server/lifecycle.ts'
import { bulkBodyBytes, uploadPieceBytes } from '#shared/limits.ts'

const nginx = readFileSync('deploy/nginx.conf', 'utf8')
const caddy = readFileSync('deploy/Caddyfile', 'utf8')
const prometheus = readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')
const units = readdirSync('deploy').filter((name) => name.endsWith('.service'))

const MEBIBYTE = 1024 * 1024
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
const largestBody = Math.max(bulkBodyBytes, uploadPieceBytes)

describe.each([
  ['nginx', nginx, /client_max_body_size (\d+)m;/, /^\s*keepalive_timeout (\d+)s;/m],
  ['Caddy', caddy, /max_size (\d+)MiB/, /keepalive (\d+)s/],
])('the example for %s', (_name, text, body, idle) => {
  it('lets the largest body through, and not much more', () => {
    const bytes = numberIn(text, body) * MEBIBYTE
    expect(bytes).toBeGreaterThanOrEqual(largestBody)
    expect(bytes).toBeLessThanOrEqual(2 * largestBody)
    expect(text).toContain(`campaign has ${bulkBodyBytes / MEBIBYTE} MiB`)
    expect(text).toContain(`film ${uploadPieceBytes / MEBIBYTE} MiB`)
  })

  it('drops an idle connection before the shop does', () => {
    expect(numberIn(text, idle) * 1000).toBeLessThan(KEEP_ALIVE_MS)
    expect(text).toContain(`own ${KEEP_ALIVE_MS / 1000} seconds`)
  })

  it('leads to the port the shop listens on', () => {
    expect(text).toContain(`127.0.0.1:${loadConfig({}).port}`)
  })

  it('names each request itself, whatever a visitor sends', () => {
    expect(text).toMatch(/X-Request-Id (\$request_id;|\{http\.request\.uuid\})/)
  })
})

it('Prometheus asks the shop and the worker where the other examples have them', () => {
  const worker = readFileSync('deploy/ground-school-worker.service', 'utf8')
  const workerPort = numberIn(worker, /WORKER_PORT=(\d+)/)
  expect(numberIn(compose, /WORKER_PORT: "(\d+)"/)).toBe(workerPort)
  const asked = [...prometheus.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))
  expect(asked).toEqual([loadConfig({}).port, workerPort])
})

describe('the example for nginx', () => {
  it('adds the visitor’s address as the last, which TRUST_PROXY=1 believes', () => {
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
    expect(nginx).toContain('TRUST_PROXY=1')
  })

  it('sends films from the location that MEDIA_ACCEL_PREFIX names, and closes it to everybody else', () => {
    const prefix = /MEDIA_ACCEL_PREFIX=(\S+)/.exec(nginx)?.[1] ?? ''
    const folder = /MEDIA_DIR=(\S+)/.exec(nginx)?.[1] ?? ''
    const location = new RegExp(`location ${prefix} \\{([^}]*)\\}`).exec(nginx)?.[1]
    expect(location).toContain('internal;')
    expect(location).toContain(`alias ${folder}/;`)
  })
})

describe.each(units)('%s', (name) => {
  const unit = readFileSync(`deploy/${name}`, 'utf8')

  it('starts a script that is there', () => {
    const [script = '', argument] = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
    expect(existsSync(script)).toBe(true)
    expect(argument).toBe(name.includes('worker') ? 'worker' : undefined)
  })

  it('sets variables that the shop reads', () => {
    const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
    expect(set.length).toBeGreaterThan(0)
    const names = set.map((one) => one.replace(/=.*/, '')).filter((name) => !name.startsWith('MALLOC_'))
    expect(names.filter((one) => !(one in variables.shape))).toEqual([])
  })

  it('waits until the shop has ended by itself', () => {
    expect(numberIn(unit, /^TimeoutStopSec=(\d+)$/m) * 1000).toBeGreaterThan(END_MS)
    expect(unit).toContain(`at most ${END_MS / 1000} seconds`)
  })
})
