import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLogger } from '#server/infra/log.ts'
import { type JobQueue, openQueue } from '#server/infra/queue.ts'
import { startWorkers } from '#server/infra/queue-workers.ts'
import { handleAll, onPostgres, type Place } from './queue-backends.ts'

let place: Place
let queue: JobQueue
const logged: string[] = []
const log = createLogger({
  level: 'info',
  pretty: false,
  destination: { write: (line) => void logged.push(line) },
})
beforeAll(async () => {
  place = await onPostgres()
  queue = openQueue(place.settings, log)
})
afterAll(async () => {
  await queue.close()
  await place.end()
})

it('what a job logs says which job it was', async () => {
  const handlers = handleAll(async (_name, _payload, deps) => deps.log.warn('the mail waits'))
  const workers = await startWorkers(place.settings, handlers, { queue, log })
  await queue.enqueue('mail.send', { outboxId: 'a' })
  await vi.waitFor(() => expect(logged).toHaveLength(1), 20_000)
  await workers.close()
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    msg: 'the mail waits',
    job: 'mail.send',
    jobId: expect.stringMatching(/./),
  })
})
