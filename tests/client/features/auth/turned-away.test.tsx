import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { TurnedAway, turnedAway } from '#client/features/auth/components/turned-away.tsx'

function land(state: unknown) {
  return render(
    <MemoryRouter initialEntries={[{ pathname: '/login', state }]}>
      <TurnedAway />
    </MemoryRouter>,
  )
}

it('says on the page why the link did not work', () => {
  land(turnedAway({ title: 'Invalid Link', text: 'This link is not complete.' }))
  expect(screen.getByText('Invalid Link')).toBeVisible()
  expect(screen.getByText('This link is not complete.')).toBeVisible()
})

it.each([null, { turnedAway: 'yes' }])('says nothing to those who came with %j', (state) => {
  expect(land(state).container).toBeEmptyDOMElement()
})
