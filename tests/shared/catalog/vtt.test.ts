import { expect, it } from 'vitest'
import { parseVtt } from '#shared/catalog/vtt.ts'

it('reads times with and without hours, settings and several lines, past names, notes and styles', () => {
  const vtt =
    'WEBVTT\n\nNOTE by hand\n\nSTYLE\n::cue { color: white }\n\nfirst\n00:01.250 --> 00:02.000 align:start\nOne \ntwo\n\n01:00:00.000 --> 01:00:01.500\nthree'
  const blocks = [
    { line: 9, times: { startSeconds: 1.25, endSeconds: 2 }, text: ['One', 'two'] },
    { line: 13, times: { startSeconds: 3_600, endSeconds: 3_601.5 }, text: ['three'] },
  ]
  expect(parseVtt(vtt)).toEqual(blocks)
  expect(parseVtt(vtt.replaceAll('\n', '\r\n')), 'Windows line ends').toEqual(blocks)
  expect(parseVtt(vtt.replaceAll('\n', '\r')), 'old Mac line ends').toEqual(blocks)
})

it.each([
  '00:00:01,000 --> 00:00:02,000',
  '00:70:01.000 --> 00:71:02.000',
  '1:01.000 --> 1:02.000',
  '00:01.000-->00:02.000',
  '00:01.000 -->',
])('has no times for %s', (timing) => {
  expect(parseVtt(`WEBVTT\n\n${timing}\nA`)).toEqual([{ line: 3, times: null, text: ['A'] }])
})
