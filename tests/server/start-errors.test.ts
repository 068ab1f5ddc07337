import { describe, expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { describeError, refuseStamp } from '#server/start-errors.ts'

describe('the answer at the terminal', () => {
  it('lists the errors, one a line', () => {
    expect(describeError(new ConfigError(['PORT must be a number', 'DEMO must be 1 or 0']))).toBe(
      'The shop cannot start with these settings:\n  - PORT must be a number\n  - DEMO must be 1 or 0\n.env.example explains every variable.',
    )
  })

  it('names a port that is taken', () => {
    const error = Object.assign(new Error('x'), {
      code: 'EADDRINUSE',
      syscall: 'listen',
      port: 3000,
      address: '127.0.0.1',
    })
    expect(describeError(error)).toContain('Port 3000 of 127.0.0.1 is already taken')
  })

  it('names a folder that is closed', () => {
    expect(describeError(Object.assign(new Error('x'), { code: 'EROFS', path: '/srv/data' }))).toContain(
      '/srv/data',
    )
  })

  it('refuses the other kind of database', () => {
    expect(describeError(refuseStamp('demo', 'live'))).toContain('belongs to a demo shop')
    expect(describeError(refuseStamp('live', 'test'))).toContain('belongs to a live shop')
  })

  it('reports a database that stops answering during the start', () => {
    const refused = Object.assign(new Error('The database does not answer'), { code: 'ECONNREFUSED' })
    expect(describeError(refused)).toContain('database stopped answering')
    const ofPrisma = Object.assign(new Error("Invalid invocation:\n\nCan't reach database server"), {
      code: 'P1001',
    })
    expect(describeError(ofPrisma)).toContain('database stopped answering')
  })

  it('leaves the unforeseen to its stack', () => {
    expect(describeError(new TypeError('x is not a function'))).toBeNull()
    expect(describeError('text')).toBeNull()
  })
})
