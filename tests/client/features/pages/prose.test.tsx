import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Prose, plainText, readSections } from '#client/features/pages/prose.tsx'

const TEXT = `
# first: The first: with a colon
Words that go on
in the next line, with [a page](/contact?topic=club) and [a site](https://ico.org.uk/).

{table}

- one,
- two
  lines.

# last: The last
The end.`

test('sections have an id, a heading and a text, the last one too', () => {
  expect(readSections(TEXT).map(({ id, heading }) => [id, heading])).toEqual([
    ['first', 'The first: with a colon'],
    ['last', 'The last'],
  ])
  expect(readSections(TEXT)[1]?.text).toBe('The end.')
})

test('paragraphs, lists, links and parts are what the marks say', () => {
  const text = readSections(TEXT)[0]?.text ?? ''
  const { container } = render(
    <MemoryRouter>
      <Prose text={text} parts={{ table: <hr /> }} />
    </MemoryRouter>,
  )
  expect(container.innerHTML.replaceAll(' data-discover="true"', '')).toBe(
    '<p>Words that go on in the next line, with <a href="/contact?topic=club">a page</a> and ' +
      '<a href="https://ico.org.uk/">a site</a>.</p><hr><ul><li>one,</li><li>two lines.</li></ul>',
  )
})

test('plain text is without marks', () => {
  expect(plainText('Read [this\npage](/a).\n\n- It\n- and 14\u00a0more')).toBe(
    'Read this page. It and 14 more',
  )
})
