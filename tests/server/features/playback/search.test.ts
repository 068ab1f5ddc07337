import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { indexTranscripts } from '#server/features/catalog/transcripts.ts'
import { saveNote } from '#server/features/playback/notes.ts'
import { search } from '#server/features/playback/search.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { QUESTIONS } from './search-questions.ts'

let shop: TestShop
let owner: { id: string }
beforeAll(async () => {
  shop = await createTestShop()
  await indexTranscripts(shop.deps)
  owner = await makeBuyer(shop, [1, 2, 3, 4, 5, 6, 7])
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

const idOf = async (slug: string) =>
  (await shop.deps.db.video.findFirstOrThrow({ where: { slug }, select: { id: true } })).id
const ask = (text: string, studentId = owner.id) => search(shop.deps, { studentId, text })

function note(studentId: string, videoId: number, positionSeconds: number, body: string) {
  return saveNote(shop.deps, { userId: studentId, videoId, id: null, positionSeconds, body })
}

describe('fifty questions about the sample films', () => {
  it('are as many', () => expect(QUESTIONS).toHaveLength(50))

  it.each(QUESTIONS)('%s', async (question, slug, seconds) => {
    const videoId = await idOf(slug)
    const best = (await ask(question))
      .slice(0, 3)
      .map((result) => [result.videoId, Math.floor(result.seconds)])
    expect(best).toContainEqual([videoId, seconds])
  })
})

describe('a search', () => {
  it('finds nothing of films that are not open', async () => {
    const videoId = await idOf('navigation')
    const other = await makeBuyer(shop, [videoId])
    const found = await ask('drift wind airspeed altimeter mayday hypoxia cloud', other.id)
    expect(new Set(found.map((result) => result.videoId))).toEqual(new Set([videoId]))
    await note(other.id, videoId, 12, 'Hedgehog computer')
    shop.deps.clock.set('2027-03-01T10:00:00Z')
    expect(await ask('drift', other.id)).toEqual([])
    expect(await ask('hedgehog', other.id)).toEqual([])
  })

  it('finds own notes beside the transcripts, and never another student’s', async () => {
    const reader = await makeBuyer(shop, [1, 2])
    await note(owner.id, 1, 30, 'Ask about the zorbing rule')
    expect(await ask('zorbing')).toEqual([
      {
        kind: 'note',
        videoId: 1,
        seconds: 30,
        text: 'Ask about the zorbing rule',
        pieces: ['Ask about the ', 'zorbing', ' rule'],
      },
    ])
    expect(await ask('zorbing', reader.id)).toEqual([])
  })

  it('says which words were found, in whatever form, and loses no letter of the line', async () => {
    await note(owner.id, 5, 20, 'Kites, <b>kiting</b> and\n  one kite')
    const [first] = await ask('the kites')
    expect(first?.pieces).toEqual(['', 'Kites', ', <b>', 'kiting', '</b> and\n  one ', 'kite', ''])
    const found = await ask('warm front')
    expect(found.length).toBeGreaterThan(0)
    for (const { text, pieces } of found) expect(pieces.join('')).toBe(text)
  })

  it('takes a word that is found nowhere for the beginning of one', async () => {
    const [first] = await ask('cumulon')
    expect(first?.text).toContain('Cumulonimbus')
  })

  it.each(['front', 'the fronts', 'warm front'])('for %s does not begin with “in front of”', async (text) => {
    const [first] = await ask(text)
    expect(first?.text).toMatch(/warm front/)
  })

  it('leaves out lines beside one that says no more than “in front of”', async () => {
    const videoIds = (await ask('warm front')).map(({ videoId }) => videoId)
    expect(videoIds).toContain(await idOf('meteorology'))
    expect(videoIds).not.toContain(await idOf('air-law'))
  })

  it('puts words that stand together, as they were asked, before the same words apart', async () => {
    await note(owner.id, 6, 10, 'Low: the back of the curve')
    await note(owner.id, 6, 60, 'The curve low')
    await note(owner.id, 6, 110, 'The low curve')
    const notes = (await ask('low curve')).filter(({ kind }) => kind === 'note')
    expect(notes.map(({ seconds }) => seconds)).toEqual([110, 10, 60])
  })

  it.each([["it's \\ 'quoted' & (half | open"], ['::* <-> !'], ['the and of'], ['7700:*']])(
    'answers %s like any other question',
    async (text) => {
      expect(Array.isArray(await ask(text))).toBe(true)
    },
  )

  it('names a place once, and at most twenty', async () => {
    expect(await ask('nimbostratus')).toHaveLength(1)
    expect(await ask('pressure wind feet knots degrees air climb')).toHaveLength(20)
  })
})

describe('the words of captions', () => {
  it('are those of the file that is published now', async () => {
    const { db } = shop.deps
    const videoId = await idOf('communications')
    const read = () => db.transcriptCue.count({ where: { videoId } })
    await db.transcriptCue.deleteMany({ where: { videoId, position: { gt: 2 } } })
    await indexTranscripts(shop.deps)
    expect(await read(), 'the same file is not read again').toBe(3)
    const { bytes } = (await shop.deps.media.stat('meteorology.vtt')) ?? { bytes: 0 }
    const data = { key: 'meteorology.vtt', bytes }
    await db.mediaFile.updateMany({ where: { videoId, kind: 'captions', rendition: '' }, data })
    await indexTranscripts(shop.deps)
    const [first] = await db.transcriptCue.findMany({ where: { videoId }, orderBy: { position: 'asc' } })
    expect(first?.text).toBe('Meteorology. A depression goes by.')
  })
})
