import { describe, expect, it } from 'vitest'
import { createLogger } from '#server/infra/log.ts'
import { recordReliability } from '#tests/support/reliability.ts'

function capture(pretty = false) {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { log: createLogger({ level: 'info', pretty, destination }), lines }
}

describe('a log line', () => {
  it('is one JSON object with level, time, sentence and chosen fields', () => {
    const { log, lines } = capture()
    log.info({ orderId: 'o1', total: 34000 }, 'Order fulfilled')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      msg: 'Order fulfilled',
      orderId: 'o1',
      total: 34000,
    })
  })

  it('is short and readable at a terminal', () => {
    const { log, lines } = capture(true)
    log.warn({ jobId: 'j1' }, 'Tried again')
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}Tried again {2}jobId=j1\n$/)
  })

  it('stays out below its level', () => {
    const { log, lines } = capture()
    log.debug('Not now')
    expect(lines).toEqual([])
  })
})

describe('secrets', () => {
  const planted: [string, unknown][] = [
    ['a password at any depth', { a: { b: { password: 'PLANTED' } } }],
    ['a session token', { sessionToken: 'PLANTED' }],
    ['headers', { headers: { authorization: 'Bearer PLANTED' } }],
    ['bank details', { bankAccountNumber: 'PLANTED', bankSortCode: 'PLANTED' }],
    ['an email address', { contactEmail: 'PLANTED@example.com' }],
    ['an email address in other words', { note: 'sent to PLANTED@example.com' }],
    ['a payload', { payload: { anything: 'PLANTED' } }],
    ['a database URL', { url: 'postgresql://shop:PLANTED@db.example/shop' }],
    ['a signed link', { path: '/verify-email?token=PLANTED' }],
    ['a Stripe key', { note: 'used sk_live_PLANTED' }],
    ['a list of people', { people: [{ email: 'PLANTED@example.com' }] }],
    [
      'a class instance',
      {
        box: new (class Box {
          value = 'PLANTED'
        })(),
      },
    ],
    ['something very deep', { a: { b: { c: { d: { e: 'PLANTED' } } } } }],
  ]
  it.each(planted)('%s does not come out', (_name, fields) => {
    const { log, lines } = capture()
    log.info(fields, 'Something happened')
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('PLANTED')
    recordReliability('stolen dump or logs', 1, 'secrets planted in logs')
  })

  it('do not come out in a sentence either', () => {
    const { log, lines } = capture()
    log.info('Route GET:/reset?token=PLANTED not found')
    expect(lines[0]).toContain('/reset?token=[hidden]')
  })

  it('do not come out of a child logger', () => {
    const { log, lines } = capture()
    log.child({ requestId: 'r1' }).info({ token: 'PLANTED' }, 'Asked')
    expect(lines[0]).toContain('"requestId":"r1"')
    expect(lines[0]).not.toContain('PLANTED')
  })
})

describe('an error', () => {
  it('keeps its kind, code, last line and frames, and loses the row it quotes', () => {
    const error = Object.assign(
      new Error('Invalid `create()` invocation:\n{ name: "PLANTED" }\nUnique constraint failed'),
      {
        code: 'P2002',
        detail: 'Key (email)=(PLANTED) already exists',
      },
    )
    const { log, lines } = capture()
    log.error({ err: error, orderId: 'o1' }, 'Not stored')
    expect(lines[0]).not.toContain('PLANTED')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      orderId: 'o1',
      err: { type: 'Error', code: 'P2002', message: 'Unique constraint failed' },
    })
    expect(lines[0]).toContain('log.test.ts')
  })

  it('logged alone lends the line no words', () => {
    const { log, lines } = capture()
    log.error(new Error('PLANTED first\nlast'))
    expect(lines[0]).not.toContain('PLANTED')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'Something failed', err: { message: 'last' } })
  })

  it('brings its cause along', () => {
    const { log, lines } = capture()
    log.error(new Error('outer', { cause: new Error('inner') }))
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: 'outer', cause: { message: 'inner' } },
    })
  })
})

describe('a request', () => {
  class Incoming {
    method = 'GET'
    url = '/verify-email?token=PLANTED'
    headers = { cookie: 'PLANTED' }
  }
  it('is logged by method and path, without its query and headers', () => {
    const { log, lines } = capture()
    log.info({ req: new Incoming() }, 'Asked')
    expect(JSON.parse(lines[0] ?? '').req).toEqual({ method: 'GET', path: '/verify-email' })
  })
})
