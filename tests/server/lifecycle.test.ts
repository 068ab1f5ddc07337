import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram, type Program } from '#tests/support/program.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('tests/server/lifecycle-program.ts')
})
afterAll(() => program.remove())

function launch(script: string) {
  const child = spawn(process.execPath, [program.file, script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complained = ''
  const heard = new Map<string, () => void>()
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    for (const [words, resolve] of heard) if (said.includes(words)) resolve()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString()
  })
  return {
    hears: (words: string) =>
      new Promise<void>((resolve) => {
        heard.set(words, resolve)
        if (said.includes(words)) resolve()
      }),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async end() {
      const [code] = await once(child, 'close')
      return { code, said: said.trim().split('\n').filter(Boolean), complained }
    },
  }
}

describe('a process that gets a signal to stop', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s ends its parts, the last one first',
    async (signal) => {
      const running = launch('well')
      const ended = running.end()
      await running.hears('open')
      running.signal(signal)
      expect(await ended).toEqual({
        code: 0,
        said: ['open', 'second part ended', 'first part ended'],
        complained: '',
      })
    },
  )

  it('ends its work side by side, before any part', async () => {
    const running = launch('side by side')
    const ended = running.end()
    await running.hears('open')
    running.signal('SIGTERM')
    expect(await ended).toMatchObject({
      code: 0,
      said: ['open', 'web ended', 'workers ended', 'second part ended', 'first part ended'],
    })
  })

  it.each(['hung work', 'stuck'])(
    'leaves behind what hangs (%s), ends the rest, and exits with 0',
    async (script) => {
      const running = launch(script)
      const ended = running.end()
      await running.hears('open')
      running.signal('SIGTERM')
      const { code, said } = await ended
      expect(code).toBe(0)
      expect(said).toContain('first part ended')
    },
  )

  it('ends the others when one part does not end cleanly', async () => {
    const running = launch('broken part')
    const ended = running.end()
    await running.hears('open')
    running.signal('SIGTERM')
    expect((await ended).said).toContain('first part ended')
  })

  it('while it starts ends what it has started, and starts no more', async () => {
    const running = launch('slow')
    const ended = running.end()
    await running.hears('starting')
    running.signal('SIGINT')
    const { code, said, complained } = await ended
    expect([code, complained]).toEqual([0, ''])
    expect(said).not.toContain('open')
    expect(said).toContain('first part ended')
  })

  it('twice goes at once, whatever hangs', async () => {
    const running = launch('stuck')
    const ended = running.end()
    await running.hears('open')
    running.signal('SIGTERM')
    await running.hears('second part ended')
    running.signal('SIGTERM')
    expect(await ended).toMatchObject({ code: 1 })
  })
})

describe('a process that cannot start', () => {
  it('says why in one sentence, ends what it had started, and exits with 1', async () => {
    expect(await launch('fault').end()).toEqual({
      code: 1,
      said: ['first part ended'],
      complained: 'The port is taken.\n',
    })
  })

  it('shows the stack of an unexpected error', async () => {
    const { code, complained } = await launch('surprise').end()
    expect(code).toBe(1)
    expect(complained).toMatch(/nobody foresaw this\n\s+at /)
  })
})
