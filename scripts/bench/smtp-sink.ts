import { createServer, type Socket } from 'node:net'

/** A program of its own: accepts every mail, stores none, and prints its port. To "count" it answers how many. */
let taken = 0

function serve(socket: Socket): void {
  let isData = false
  let tail = ''
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    let text = tail + chunk.toString('latin1')
    let answer = ''
    while (text !== '') {
      const mark = isData ? '\r\n.\r\n' : '\r\n'
      const at = text.indexOf(mark)
      if (at < 0) break
      const line = text.slice(0, at)
      text = text.slice(at + mark.length)
      if (isData) {
        isData = false
        taken++
        answer += '250 2.0.0 Ok\r\n'
      } else answer += reply(line)
      if (/^DATA/i.test(line) && answer.endsWith('354 Go on\r\n')) isData = true
    }
    // Of a mail's content only its end matters.
    tail = isData ? text.slice(-4) : text
    if (answer !== '') socket.write(answer)
  })
}

function reply(line: string): string {
  if (/^EHLO/i.test(line)) return '250-sink\r\n250 PIPELINING\r\n'
  if (/^DATA/i.test(line)) return '354 Go on\r\n'
  if (/^QUIT/i.test(line)) return '221 Bye\r\n'
  return '250 Ok\r\n'
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
process.on('message', () => process.send?.({ taken }))
