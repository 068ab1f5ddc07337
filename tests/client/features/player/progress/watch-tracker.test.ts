import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { createWatchTracker } from '#client/features/player/progress/watch-tracker.ts'
import { fakeMedia } from '#tests/client/features/player/fake-media.ts'

async function playing() {
  const media = fakeMedia({ duration: 100 })
  const video = document.createElement('video')
  media.arrive(video)
  await video.play()
  return { media, video }
}

type Act = ['play', number] | ['jump', number] | ['take'] | ['pause'] | ['resume']
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.constant('play' as const), fc.integer({ min: 1, max: 8 })),
  fc.tuple(fc.constant('jump' as const), fc.nat(90)),
  fc.constantFrom<Act>(['take'], ['pause'], ['resume']),
)

property.prop([fc.array(act, { maxLength: 30 })])(
  'has every second that ran, and no other, whatever is pressed',
  async (acts) => {
    const { media, video } = await playing()
    const tracker = createWatchTracker(video)
    const ran = new Set<number>()
    const told = new Set<number>()
    const take = () => {
      for (const [from, to] of tracker.take()) for (let at = from; at < to; at++) told.add(at)
    }
    for (const [what, seconds = 0] of acts) {
      if (what === 'take') take()
      if (what === 'pause') video.pause()
      if (what === 'resume') await video.play()
      if (what === 'jump') {
        media.reachOut(video, seconds)
        media.arrived(video)
      }
      if (what === 'play' && !video.paused) {
        const from = video.currentTime
        const to = Math.min(99, from + seconds)
        for (let at = from; at < to; at++) ran.add(at)
        media.reach(video, to)
      }
    }
    take()
    expect([...told].sort()).toEqual([...ran].sort())
    tracker.stop()
  },
)

test('a film that is fetched again plays nothing on the way back to its place', async () => {
  const { media, video } = await playing()
  const tracker = createWatchTracker(video)
  media.reach(video, 40)
  media.reload(video)
  video.dispatchEvent(new Event('emptied'))
  video.currentTime = 40
  media.arrive(video)
  await video.play()
  video.dispatchEvent(new Event('playing'))
  media.reach(video, 44)
  expect(tracker.take()).toEqual([[0, 44]])
  tracker.stop()
})

test('what an earlier visit could not send comes first', async () => {
  const { media, video } = await playing()
  const tracker = createWatchTracker(video, [[70, 80]])
  expect(tracker.hasMore()).toBe(true)
  media.reach(video, 3)
  expect(tracker.take()).toEqual([
    [0, 3],
    [70, 80],
  ])
  expect(tracker.hasMore()).toBe(false)
  tracker.stop()
})
