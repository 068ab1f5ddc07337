import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OwnersWords } from '#client/features/catalog/components/owner-copy.tsx'

test('where nothing is stated nothing is shown, no heading either', () => {
  const { container } = render(<OwnersWords reviews={[]} claims={[]} />)
  expect(container).toBeEmptyDOMElement()
})

test('what the owner states is shown with its source', () => {
  render(
    <OwnersWords
      reviews={[{ text: 'Clear and dry.', source: 'R. Hawk, buyer of Navigation' }]}
      claims={[{ text: 'Seven in ten pass at the first try.', source: 'Count of 2026' }]}
    />,
  )
  for (const words of ['Clear and dry.', /R. Hawk/, 'Seven in ten pass at the first try.', 'Count of 2026']) {
    expect(screen.getByText(words)).toBeVisible()
  }
})
