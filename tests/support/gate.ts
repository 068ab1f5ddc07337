import { once } from 'node:events'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Gate = {
  /** The same address as the one behind it, but through the gate. */
  url: string
  /** As if the server behind it were stopped: connections break, new ones are refused. */
  close(): Promise<void>
  /** As if the network swallowed everything: connections stay, and nothing comes through. */
  hang(): void
  /** As if a failover had lost the connections there are: they stay silent, and new ones work. */
  lose(): void
  /** New connections break, but for so many. */
  admit(most: number): void
  open(): Promise<void>
  end(): Promise<void>
}

/** Stands between the shop and a server. A test can make the server unavailable without stopping it for others. */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  let isHanging = false
  let admitted = Number.POSITIVE_INFINITY
  let server: Server | null = null
  let ownPort = 0

  function forward(client: Socket): void {
    if (admitted-- <= 0) return void client.destroy()
    const far = dial({ port: Number(port), host: hostname, noDelay: true })
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => void (isHanging || lost.has(from) || to.write(chunk)))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }

  async function open(): Promise<void> {
    isHanging = false
    admitted = Number.POSITIVE_INFINITY
    if (server) return
    server = await listen()
    const address = server.address()
    if (typeof address === 'object' && address) ownPort = address.port
  }

  /** Meanwhile a connection of another process may have been given the port: it is tried again until that has ended. */
  async function listen(): Promise<Server> {
    for (;;) {
      const opened = createServer({ noDelay: true }, forward).listen(ownPort, '127.0.0.1')
      const isTaken = await once(opened, 'listening').then(
        () => false,
        (error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return true
          throw error
        },
      )
      if (!isTaken) return opened
      await pause(50)
    }
  }

  async function close(): Promise<void> {
    const listening = server
    server = null
    for (const socket of sockets) socket.destroy()
    if (!listening) return
    listening.close()
    await once(listening, 'close')
  }

  await open()
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(ownPort)
  return {
    url: url.href,
    close,
    hang() {
      isHanging = true
    },
    lose() {
      for (const socket of sockets) lost.add(socket)
    },
    admit(most) {
      admitted = most
    },
    open,
    end: close,
  }
}
