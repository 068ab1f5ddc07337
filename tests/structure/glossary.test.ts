import { describe, expect, it } from 'vitest'
import { findRetiredWords } from './glossary-rules.ts'
import { readSources, sourceFile } from './source-files.ts'

const sources = readSources('src', 'sandbox', 'emails', 'prisma', 'scripts', 'tests').filter(
  ({ path }) => !path.startsWith('tests/structure/glossary'),
)

describe('the words of docs/glossary.md', () => {
  it('are used in names and comments', () => {
    expect(findRetiredWords(sources)).toEqual([])
  })
})

describe('the guard catches', () => {
  it.each([
    ['a declared name', 'src/a.ts', 'export function priceBasket() {}', 'priceBasket'],
    ['its plural', 'src/a.ts', 'const films = []', 'films'],
    ['a comment', 'src/a.ts', '/** Whoever asks first. */', 'a comment'],
    ['a comment at the end of a line', 'src/a.ts', 'const a = 1 // nobody reads it', 'a comment'],
    ['a file name', 'src/price-basket.ts', '', 'its name'],
  ])('%s', (_what, path, text, where) => {
    expect(findRetiredWords([sourceFile(path, text)]).join()).toContain(where)
  })

  it('and leaves screens, quotes and other words alone', () => {
    const text = [
      "const title = 'Your films'",
      '/** The menu says "Catalogue", and `basketKey` is gone. */',
      'const history = 1',
    ].join('\n')
    expect(findRetiredWords([sourceFile('src/a.ts', text)])).toEqual([])
  })
})
