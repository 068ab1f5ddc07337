import { expect, test } from 'vitest'
import { createSignal } from '#server/infra/signal.ts'

test('every listener is called, also when another one fails', async () => {
  const signal = createSignal()
  const told: string[] = []
  signal.listen(async () => {
    throw new Error('This one fails')
  })
  const stop = signal.listen(async () => void told.push('second'))
  await signal.raise()
  stop()
  await signal.raise()
  expect(told).toEqual(['second'])
})
