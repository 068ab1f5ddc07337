import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createBulkMailer } from '#server/infra/bulk-mailer.ts'
import { startGate } from '#tests/support/gate.ts'
import { startMailSink } from '#tests/support/mail-sink.ts'

type Answers = Partial<Record<'MAIL' | 'RCPT' | 'DATA' | '.', string | null>>

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A mail server that says what a test wants at one step; null hangs up without a word. */
async function startServer(answers: Answers): Promise<{ smtpUrl: string; connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    speak(socket, answers)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { smtpUrl: `smtp://127.0.0.1:${port}`, connections: () => connections }
}

function speak(socket: Socket, answers: Answers): void {
  let isData = false
  let pending = ''
  const say = (step: keyof Answers, usual: string) => {
    const answer = answers[step]
    if (answer === null) socket.destroy()
    else socket.write(`${answer ?? usual}\r\n`)
  }
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    pending += chunk.toString()
    const lines = pending.split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) {
      if (isData) {
        if (line !== '.') continue
        isData = false
        say('.', '250 2.0.0 Ok')
      } else if (/^EHLO/i.test(line)) socket.write('250 sink\r\n')
      else if (/^MAIL/i.test(line)) say('MAIL', '250 Ok')
      else if (/^RCPT/i.test(line)) say('RCPT', '250 Ok')
      else if (/^DATA/i.test(line)) {
        isData = answers.DATA === undefined
        say('DATA', '354 Go on')
      } else socket.write('221 Bye\r\n')
    }
  })
}

const mail = { to: 'sam@example.com', content: Buffer.from('Subject: Hi\r\n\r\n.Hello\r\n') }

async function deliverTo(answers: Answers) {
  const { smtpUrl } = await startServer(answers)
  const mailer = createBulkMailer({ smtpUrl, requireTls: false, from: 'shop@example.com' })
  const delivery = await mailer.deliver(mail)
  mailer.close()
  return delivery
}

describe('a mail sent to the server', () => {
  it.each<[string, Answers, object]>([
    ['taken', {}, { kind: 'sent' }],
    ['greylisted', { RCPT: '451 4.7.1 Later' }, { kind: 'temporary', error: expect.stringContaining('451') }],
    ['put off with its content', { '.': '452 4.3.1 Full' }, { kind: 'temporary' }],
    ['to an unknown address', { RCPT: '550 5.1.1 Nobody' }, { kind: 'permanent', isAddress: true }],
    [
      'to an unknown address, without a class',
      { RCPT: '550 Nobody' },
      { kind: 'permanent', isAddress: true },
    ],
    ['that may not be relayed', { RCPT: '554 5.7.1 Relay denied' }, { kind: 'permanent', isAddress: false }],
    ['whose content is refused', { '.': '554 5.7.1 Spam' }, { kind: 'permanent', isAddress: false }],
    [
      'to an unknown address, after the content',
      { '.': '550 5.1.1 Nobody' },
      { kind: 'permanent', isAddress: true },
    ],
    ['from a refused sender', { MAIL: '550 5.7.1 Who?' }, { kind: 'temporary' }],
    ['to a server that hangs up before it', { RCPT: null }, { kind: 'temporary' }],
    ['to a server that hangs up after it', { '.': null }, { kind: 'unknown' }],
  ])('%s is told so', async (_name, answers, outcome) => {
    expect(await deliverTo(answers)).toMatchObject(outcome)
  })

  it('is described in text that a database can store, whatever bytes the server sent', async () => {
    const delivery = await deliverTo({ RCPT: '451 4.7.1 La\0ter \u{1f6eb}' })
    expect(delivery).toMatchObject({ kind: 'temporary', error: expect.stringContaining('La ter') })
  })

  it('to an unavailable server is retried', async () => {
    const gone = await startGate('tcp://127.0.0.1:1')
    await gone.close()
    const mailer = createBulkMailer({
      smtpUrl: `smtp://127.0.0.1:${new URL(gone.url).port}`,
      requireTls: false,
      from: 'shop@example.com',
    })
    expect(await mailer.deliver(mail)).toMatchObject({ kind: 'temporary' })
  })
})

describe('connections', () => {
  it('are used again, as many as mails at once', async () => {
    const { smtpUrl, connections } = await startServer({})
    const mailer = createBulkMailer({ smtpUrl, requireTls: false, from: 'shop@example.com' })
    for (let round = 0; round < 5; round++) {
      await Promise.all([mailer.deliver(mail), mailer.deliver(mail), mailer.deliver(mail)])
    }
    expect(connections()).toBe(3)
    mailer.close()
  })

  it('are replaced after a hundred mails', async () => {
    const { smtpUrl, connections } = await startServer({})
    const mailer = createBulkMailer({ smtpUrl, requireTls: false, from: 'shop@example.com' })
    for (let count = 0; count < 101; count++) await mailer.deliver(mail)
    expect(connections()).toBe(2)
    mailer.close()
  })

  it('that the server closed meanwhile cost no try', async () => {
    const sink = await startMailSink()
    const gate = await startGate(sink.smtpUrl)
    const mailer = createBulkMailer({
      smtpUrl: `smtp://127.0.0.1:${new URL(gate.url).port}`,
      requireTls: false,
      from: 'a@example.com',
    })
    expect(await mailer.deliver(mail)).toEqual({ kind: 'sent' })
    await gate.close()
    await gate.open()
    expect(await mailer.deliver(mail)).toEqual({ kind: 'sent' })
    expect(sink.accepted).toEqual([mail.to, mail.to])
    mailer.close()
    await gate.end()
    await sink.close()
  })
})
