import { expect, it } from 'vitest'
import { createBatch } from '#server/infra/batch.ts'

/** A batch whose sendings end when the test says so. */
function slowBatch() {
  const calls: string[][] = []
  const ends: (() => void)[] = []
  const batch = createBatch<string>((items) => {
    calls.push(items)
    return new Promise((done) => ends.push(done))
  })
  return { batch, calls, end: () => ends.shift()?.() }
}

it('sends what came while the batch before was on its way in one call, each item once', async () => {
  const { batch, calls, end } = slowBatch()
  for (const item of ['a', 'b', 'a']) batch.add(item)
  await expect.poll(() => calls).toEqual([['a', 'b']])
  for (const item of ['c', 'c', 'd', 'a']) batch.add(item)
  end()
  await expect
    .poll(() => calls)
    .toEqual([
      ['a', 'b'],
      ['c', 'd', 'a'],
    ])
  end()
  await batch.sent()
})

it('is sent only when the last item was', async () => {
  const { batch, calls, end } = slowBatch()
  await batch.sent()
  batch.add('a')
  let isSent = false
  const sent = batch.sent().then(() => {
    isSent = true
  })
  await expect.poll(() => calls).toEqual([['a']])
  batch.add('b')
  end()
  await expect.poll(() => calls).toEqual([['a'], ['b']])
  expect(isSent).toBe(false)
  end()
  await sent
  batch.add('c')
  await expect.poll(() => calls).toEqual([['a'], ['b'], ['c']])
})
