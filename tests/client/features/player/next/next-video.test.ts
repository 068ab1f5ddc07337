import { expect, test } from 'vitest'
import { findNextVideo } from '#client/features/player/next/next-video.tsx'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'

const { videos } = makePageData()
const done = (videoId: number) => ({ videoId, progress: 100, completed: true })

test.each([
  ['the next in order', 1, [1, 2, 3], [], 2],
  ['the next that is owned', 1, [1, 3], [], 3],
  ['the next that is not completed', 1, [1, 2, 3], [done(2)], 3],
  ['the first, after the last', 3, [1, 2, 3], [done(2), done(3)], 1],
  ['nothing, when all are done', 1, [1, 2], [done(2)], undefined],
  ['nothing, with one film alone', 2, [2], [], undefined],
])('%s', (_what, ended, ownedIds, progress, next) => {
  expect(findNextVideo(ended, { videos, ownedIds, progress })?.id).toBe(next)
})

test('a video under way is offered as well', () => {
  const progress = [{ videoId: 2, progress: 40, completed: false }]
  expect(findNextVideo(1, { videos, ownedIds: [1, 2], progress })?.id).toBe(2)
})
