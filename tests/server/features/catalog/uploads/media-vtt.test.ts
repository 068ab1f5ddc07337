import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readVtt } from '#server/features/catalog/uploads/media-vtt.ts'
import { mediaFaults } from '#shared/messages/catalog.ts'

const folder = new URL('../../../../samples/films/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.vtt'))

describe('the files of the sample films', () => {
  it.each(names)('%s', (name) => {
    const form = name.includes('.chapters.') ? 'chapters' : 'words'
    const found = readVtt(readFileSync(new URL(name, folder), 'utf8'), form)
    if ('fault' in found) throw new Error(found.fault)
    expect(found.facts.cues.length).toBeGreaterThan(0)
    expect(found.facts.lastSeconds).toBeGreaterThan(1)
  })
})

describe('a file is read', () => {
  it('with notes, styles, names of cues, settings, hours and Windows line ends', () => {
    const text = [
      'WEBVTT Air law',
      '',
      'NOTE written by hand',
      '',
      'STYLE',
      '::cue { color: white }',
      '',
      'first',
      '00:01.000 --> 00:02.500 line:0 align:start',
      'One',
      'two',
      '',
      '01:00:00.000 --> 01:00:01.000',
      'three',
    ].join('\r\n')
    expect(readVtt(text, 'words')).toEqual({
      facts: {
        cues: [
          { startSeconds: 1, endSeconds: 2.5, text: 'One\ntwo' },
          { startSeconds: 3_600, endSeconds: 3_601, text: 'three' },
        ],
        lastSeconds: 3_601,
      },
    })
  })

  it('where captions overlap, as two speakers do', () => {
    const text = 'WEBVTT\n\n00:01.000 --> 00:04.000\nA\n\n00:02.000 --> 00:03.000\nB'
    expect(readVtt(text, 'words')).toMatchObject({ facts: { lastSeconds: 4 } })
    expect(readVtt(text, 'chapters')).toEqual({ fault: mediaFaults.chaptersMixed(6) })
  })
})

describe('a fault is named with its line', () => {
  it.each([
    ['no head', '00:01.000 --> 00:02.000\nA', mediaFaults.notVtt],
    ['another head', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nA', mediaFaults.notVtt],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nA', mediaFaults.notVtt],
    ['nothing', '', mediaFaults.notVtt],
    ['no cue', 'WEBVTT\n\nNOTE nothing yet', mediaFaults.noCues],
    ['commas in its times', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nA', mediaFaults.badTime(3)],
    ['seventy minutes', 'WEBVTT\n\n00:70:01.000 --> 00:71:02.000\nA', mediaFaults.badTime(3)],
    ['half an arrow', 'WEBVTT\n\n00:01.000 -->\nA', mediaFaults.badTime(3)],
    ['an end before its start', 'WEBVTT\n\n00:02.000 --> 00:01.000\nA', mediaFaults.endsBeforeStart(3)],
    ['no length', 'WEBVTT\n\n00:02.000 --> 00:02.000\nA', mediaFaults.endsBeforeStart(3)],
    ['no words', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:02.000 --> 00:03.000\nA', mediaFaults.noWords(3)],
  ])('%s', (_what, text, fault) => {
    expect(readVtt(text, 'words')).toEqual({ fault })
  })
})
