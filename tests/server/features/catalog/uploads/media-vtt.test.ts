import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readVtt } from '#server/features/catalog/uploads/media-vtt.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'

const folder = new URL('../../../../../samples/films/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.vtt'))

describe('the files of the sample videos', () => {
  it.each(names)('%s', (name) => {
    const form = name.includes('.chapters.') ? 'chapters' : 'words'
    const found = readVtt(readFileSync(new URL(name, folder), 'utf8'), form)
    if ('error' in found) throw new Error(found.error)
    expect(found.details.cues.length).toBeGreaterThan(0)
    expect(found.details.lastSeconds).toBeGreaterThan(1)
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
      details: {
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
    expect(readVtt(text, 'words')).toMatchObject({ details: { lastSeconds: 4 } })
    expect(readVtt(text, 'chapters')).toEqual({ error: mediaErrors.chaptersMixed(6) })
  })
})

describe('an error is reported with its line', () => {
  it.each([
    ['no head', '00:01.000 --> 00:02.000\nA', mediaErrors.notVtt],
    ['another head', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nA', mediaErrors.notVtt],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nA', mediaErrors.notVtt],
    ['nothing', '', mediaErrors.notVtt],
    ['no cue', 'WEBVTT\n\nNOTE nothing yet', mediaErrors.noCues],
    ['commas in its times', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nA', mediaErrors.badTime(3)],
    ['seventy minutes', 'WEBVTT\n\n00:70:01.000 --> 00:71:02.000\nA', mediaErrors.badTime(3)],
    ['half an arrow', 'WEBVTT\n\n00:01.000 -->\nA', mediaErrors.badTime(3)],
    ['an end before its start', 'WEBVTT\n\n00:02.000 --> 00:01.000\nA', mediaErrors.endsBeforeStart(3)],
    ['no length', 'WEBVTT\n\n00:02.000 --> 00:02.000\nA', mediaErrors.endsBeforeStart(3)],
    ['no words', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:02.000 --> 00:03.000\nA', mediaErrors.noWords(3)],
  ])('%s', (_what, text, error) => {
    expect(readVtt(text, 'words')).toEqual({ error })
  })
})
