import type { FastifyInstance } from 'fastify'

/** Listens on a free port of this machine and says which. */
export async function serve(app: FastifyInstance): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.(Number(new URL(address).port))
}
