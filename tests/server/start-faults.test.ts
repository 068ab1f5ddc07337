import { describe, expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { describeFault, refuseStamp } from '#server/start-faults.ts'

describe('the answer at the terminal', () => {
  it('lists the faults, one a line', () => {
    expect(describeFault(new ConfigError(['PORT must be a number', 'DEMO must be 1 or 0']))).toBe(
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
    expect(describeFault(error)).toContain('Port 3000 of 127.0.0.1 is already taken')
  })

  it('names a folder that is closed', () => {
    expect(describeFault(Object.assign(new Error('x'), { code: 'EROFS', path: '/srv/data' }))).toContain(
      '/srv/data',
    )
  })

  it('refuses the other kind of database', () => {
    expect(describeFault(refuseStamp('demo', 'live'))).toContain('belongs to a demo shop')
    expect(describeFault(refuseStamp('live', 'test'))).toContain('belongs to a live shop')
  })

  it('tells of a database that stops answering in the middle of the start', () => {
    const refused = Object.assign(new Error('The database does not answer'), { code: 'ECONNREFUSED' })
    expect(describeFault(refused)).toContain('database stopped answering')
    const ofPrisma = Object.assign(new Error("Invalid invocation:\n\nCan't reach database server"), {
      code: 'P1001',
    })
    expect(describeFault(ofPrisma)).toContain('database stopped answering')
  })

  it('leaves the unforeseen to its stack', () => {
    expect(describeFault(new TypeError('x is not a function'))).toBeNull()
    expect(describeFault('text')).toBeNull()
  })
})
