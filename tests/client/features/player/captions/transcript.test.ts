import { expect, test } from 'vitest'
import { cueAt } from '#client/features/player/captions/captions.ts'
import { splitAtHits, transcriptLines } from '#client/features/player/captions/transcript.tsx'

const cue = (startSeconds: number, text: string) => ({ startSeconds, endSeconds: startSeconds + 2, text })

const CUES = [
  cue(0, 'Head on, nobody has the right of way:'),
  cue(2, 'each alters heading to the right.'),
  cue(4, '“Is that so?”'),
  cue(6, 'It is.'),
]

test('captions that go on in the next are one sentence', () => {
  expect(transcriptLines(CUES)).toEqual([
    {
      startSeconds: 0,
      endSeconds: 4,
      text: 'Head on, nobody has the right of way: each alters heading to the right.',
    },
    { startSeconds: 4, endSeconds: 6, text: '“Is that so?”' },
    { startSeconds: 6, endSeconds: 8, text: 'It is.' },
  ])
})

test('captions without full stops are not run together for ever', () => {
  const endless = Array.from({ length: 40 }, (_, index) => cue(index, 'and then the wind veers a little'))
  const lines = transcriptLines(endless)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.every(({ text }) => text.length < 450)).toBe(true)
})

test.each([
  [-1, -1],
  [0, 0],
  [3.9, 0],
  [4, 1],
  [99, 2],
])('at %d seconds the sentence is number %d', (seconds, index) => {
  expect(cueAt(transcriptLines(CUES), seconds)).toBe(index)
})

test.each([
  ['the right of the left', 'THE', ['', 'the', ' right of ', 'the', ' left']],
  ['the right', ' ', ['the right']],
  ['the right', 'left', ['the right']],
  ['the other’s tail', "other's", ['the ', 'other’s', ' tail']],
  ['İt stalls', 'stall', ['', 'İt stalls', '']],
])('“%s” cut at “%s”', (text, wish, pieces) => {
  expect(splitAtHits(text, wish)).toEqual(pieces)
})
