import { expect, test } from 'vitest'
import { createSaveQueue, type VideoSave } from '#client/site/watching/save-queue.ts'

type Sent = { save: VideoSave; arrive(): void; fail(error: unknown): void }

function makeSave(sequence: number, change: Partial<VideoSave> = {}): VideoSave {
  const positionSeconds = sequence * 10
  return {
    userId: 'sam',
    videoId: 2,
    progress: positionSeconds,
    completed: false,
    positionSeconds,
    watched: [],
    playSession: 'one',
    sequence,
    madeAt: 0,
    ...change,
  }
}

function makeQueue() {
  const sent: Sent[] = []
  const kept: (number | null)[] = []
  const retries: { retry: () => void; failures: number }[] = []
  const reported: unknown[] = []
  let refusals = 0
  const queue = createSaveQueue({
    send: (save) =>
      new Promise((resolve, reject) => {
        sent.push({ save, arrive: () => resolve(undefined), fail: reject })
      }),
    isRefusal: (error) => error === 'refused',
    onRefused: () => {
      refusals += 1
    },
    keep: (save) => kept.push(save?.sequence ?? null),
    report: (error) => reported.push(error),
    later: (retry, failures) => retries.push({ retry, failures }),
  })
  return {
    queue,
    sent,
    kept,
    retries,
    reported,
    refusals: () => refusals,
    sequences: () => sent.map(({ save }) => save.sequence),
  }
}

test('one save is under way at a time, and the newest goes next', async () => {
  const { queue, sent, sequences } = makeQueue()
  const all = [1, 2, 3].map((sequence) => queue.push(makeSave(sequence)))
  expect(sequences()).toEqual([1])
  sent[0]?.arrive()
  await expect.poll(sequences).toEqual([1, 3])
  sent[1]?.arrive()
  await Promise.all(all)
  expect(sequences()).toEqual([1, 3])
})

test('a save that completes the video still does when a newer one takes its place', async () => {
  const { queue, sent } = makeQueue()
  void queue.push(makeSave(1))
  void queue.push(makeSave(2, { progress: 100, completed: true }))
  void queue.push(makeSave(3, { progress: 4 }))
  sent[0]?.arrive()
  await expect.poll(() => sent[1]?.save).toMatchObject({ sequence: 3, progress: 4, completed: true })
})

test('a failure is kept, tried again after longer and longer pauses, and forgotten once it has arrived', async () => {
  const { queue, sent, kept, retries } = makeQueue()
  const pushed = queue.push(makeSave(1))
  sent[0]?.fail('network')
  await pushed
  expect(kept).toEqual([1])
  expect(retries.map(({ failures }) => failures)).toEqual([1])
  retries[0]?.retry()
  sent[1]?.fail('network')
  await expect.poll(() => retries.map(({ failures }) => failures)).toEqual([1, 2])
  retries[1]?.retry()
  await expect.poll(() => sent.length).toBe(3)
  sent[2]?.arrive()
  await expect.poll(() => kept.at(-1)).toBe(null)
})

test('in the pause after a failure nothing is tried, and the newest save is kept', async () => {
  const { queue, sent, kept, retries, sequences } = makeQueue()
  const pushed = queue.push(makeSave(1))
  sent[0]?.fail('network')
  await pushed
  await queue.push(makeSave(2))
  await queue.push(makeSave(3))
  expect(sequences()).toEqual([1])
  expect(kept).toEqual([1, 2, 3])
  expect(retries).toHaveLength(1)
  retries[0]?.retry()
  expect(sequences()).toEqual([1, 3])
})

test('one pause runs at a time, and a success ends its hold', async () => {
  const { queue, sent, retries, sequences } = makeQueue()
  const pushed = queue.push(makeSave(1))
  sent[0]?.fail('network')
  await pushed
  const second = queue.retry()
  sent[1]?.fail('network')
  await second
  expect(retries).toHaveLength(1)
  const third = queue.retry()
  sent[2]?.arrive()
  await third
  void queue.push(makeSave(2))
  expect(sequences()).toEqual([1, 1, 1, 2])
})

test('every failure is reported for the log, a refusal is not', async () => {
  const { queue, sent, reported } = makeQueue()
  const first = queue.push(makeSave(1))
  sent[0]?.fail('network')
  await first
  expect(reported).toEqual(['network'])
  const again = queue.retry()
  sent[1]?.fail('refused')
  await again
  expect(reported).toEqual(['network'])
})

test('a refused save is not sent again, and is told', async () => {
  const { queue, sent, retries, refusals } = makeQueue()
  const pushed = queue.push(makeSave(1))
  sent[0]?.fail('refused')
  await pushed
  expect([sent.length, retries.length, refusals()]).toEqual([1, 0, 1])
})

test('a page that goes does not wait for what is under way', async () => {
  const { queue, sent, kept, sequences } = makeQueue()
  const pushed = queue.push(makeSave(1))
  queue.flush(makeSave(2))
  expect(sequences()).toEqual([1, 2])
  expect(kept).toEqual([2])
  sent[1]?.arrive()
  await expect.poll(() => kept.at(-1)).toBe(null)
  sent[0]?.arrive()
  await pushed
  expect(sequences()).toEqual([1, 2])
})

test('what was played is sent until it has arrived, whatever save it was in', async () => {
  const { queue, sent, retries } = makeQueue()
  const first = queue.push(makeSave(1, { watched: [[0, 10]] }))
  void queue.push(makeSave(2, { watched: [[10, 14]] }))
  void queue.push(makeSave(3, { watched: [[40, 45]] }))
  sent[0]?.fail('away')
  await first
  retries[0]?.retry()
  expect(sent[1]?.save).toMatchObject({
    sequence: 3,
    watched: [
      [0, 14],
      [40, 45],
    ],
  })
})
