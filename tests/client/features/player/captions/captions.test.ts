import { expect, test } from 'vitest'
import { textsAt } from '#client/features/player/captions/captions.ts'
import { parseCues } from '#shared/catalog/vtt.ts'

const FILE = `WEBVTT

NOTE made by hand

2
00:00:04.000 --> 00:00:06.000 line:90%
<v Ann>The one with the <i>other</i> on its right
gives way &amp; passes behind.

1
00:01.000 --> 00:04.500
Two aircraft converge.

00:00:07.000 --> 00:00:08.000
<b></b>
`

test('captions are read in the order of the video, as plain words', () => {
  expect(parseCues(FILE)).toEqual([
    { startSeconds: 1, endSeconds: 4.5, text: 'Two aircraft converge.' },
    {
      startSeconds: 4,
      endSeconds: 6,
      text: 'The one with the other on its right gives way & passes behind.',
    },
  ])
})

test.each([
  [0.9, []],
  [1, ['Two aircraft converge.']],
  [4.2, ['Two aircraft converge.', 'The one with the other on its right gives way & passes behind.']],
  [6, []],
])('at %d seconds these are shown: %j', (seconds, texts) => {
  expect(textsAt(parseCues(FILE), seconds)).toEqual(texts)
})

test('what is no file of captions has none', () => {
  expect(parseCues('<html>Not found</html>')).toEqual([])
})
