import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chaptersWithin, cueAt } from '#client/features/player/captions/captions.ts'
import { parseCues } from '#shared/catalog/vtt.ts'

test('reads start, end and title, whatever the line ends are', () => {
  const file =
    'WEBVTT\r\n\r\n1\r\n00:00.000 --> 01:05.500\r\nBefore you draw\r\nanything\r\n\r\n01:05.500 --> 01:02:00.000 align:start\r\nFuel'
  expect(parseCues(file)).toEqual([
    { startSeconds: 0, endSeconds: 65.5, text: 'Before you draw anything' },
    { startSeconds: 65.5, endSeconds: 3720, text: 'Fuel' },
  ])
})

test('passes over notes, damage and chapters without a title, and sorts the rest', () => {
  const file = `WEBVTT

NOTE 00:00 is the start

00:10.000 --> 00:20.000
Second

what is this

00:30.000 --> 00:40.000

00:00.000 --> 00:10.000
First`
  expect(parseCues(file).map(({ text }) => text)).toEqual(['First', 'Second'])
})

test.each(['', 'not a WebVTT file', 'WEBVTT'])('finds none in %j', (file) => {
  expect(parseCues(file)).toEqual([])
})

test('reads the chapters of every sample video', () => {
  const folder = 'samples/films'
  const files = readdirSync(folder).filter((name) => name.endsWith('.chapters.vtt'))
  expect(files.length).toBeGreaterThanOrEqual(7)
  for (const name of files) {
    const chapters = parseCues(readFileSync(`${folder}/${name}`, 'utf8'))
    expect(chapters.length, name).toBeGreaterThan(0)
    expect(chapters[0]?.startSeconds, name).toBe(0)
  }
})

test('a position lies in the last chapter that has begun', () => {
  const chapters = parseCues('WEBVTT\n\n00:05.000 --> 00:10.000\nA\n\n00:10.000 --> 00:20.000\nB')
  expect([0, 4.99, 5, 9.99, 10, 99].map((seconds) => cueAt(chapters, seconds))).toEqual([-1, -1, 0, 0, 1, 1])
})

test('chapters that begin after the end of the video are not offered', () => {
  const chapters = parseCues('WEBVTT\n\n00:00.000 --> 01:00.000\nA\n\n01:00.000 --> 02:00.000\nB')
  const textsOf = (seconds: number) => chaptersWithin(chapters, seconds).map(({ text }) => text)
  expect(textsOf(61)).toEqual(['A', 'B'])
  expect(textsOf(60)).toEqual(['A'])
  expect(textsOf(0), 'before the length is known').toEqual(['A', 'B'])
})
