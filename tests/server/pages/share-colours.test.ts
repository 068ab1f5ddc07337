import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { COLOURS } from '#server/pages/share-colours.ts'

test('pictures have the colours of the pages', () => {
  const css = readFileSync(`${projectRoot}/src/client/ui/tokens.css`, 'utf8')
  const tokens = Object.keys(COLOURS).map((name) => [
    name,
    new RegExp(`--color-${name}: (?:light-dark\\()?(#[0-9a-f]{6})`).exec(css)?.[1],
  ])
  expect(Object.fromEntries(tokens)).toEqual(COLOURS)
})
