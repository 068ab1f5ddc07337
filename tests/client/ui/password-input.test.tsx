import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { LengthMeter, PasswordField } from '#client/ui/password-input.tsx'

describe('PasswordField', () => {
  it('hides, shows and hides again without losing what was typed', async () => {
    const user = userEvent.setup()
    render(<PasswordField label="Password" />)
    const box = screen.getByLabelText('Password')
    await user.type(box, 'windsock')
    expect(box).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(box).toHaveAttribute('type', 'text')
    expect(box).toHaveValue('windsock')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(box).toHaveAttribute('type', 'password')
  })

  it('does not send the form when it is shown', async () => {
    const user = userEvent.setup()
    let sent = 0
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent++
        }}
      >
        <PasswordField label="Password" error="Password must be at least 8 characters" />
      </form>,
    )
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(sent).toBe(0)
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
      'Password must be at least 8 characters',
    )
  })
})

describe('LengthMeter', () => {
  it.each([
    [7, 0, '7 characters: 1 more needed'],
    [8, 1, '8 characters: enough, more is better'],
    [12, 3, '12 characters: enough, more is better'],
    [40, 4, '40 characters: long'],
  ])('%i characters fill %i of four boxes', (length, boxes, words) => {
    const { container } = render(<LengthMeter length={length} needed={8} />)
    expect(screen.getByLabelText('Password length')).toHaveValue(boxes)
    expect(container.querySelectorAll('[data-on]')).toHaveLength(boxes)
    expect(screen.getByText(words)).toBeVisible()
  })

  it('says nothing of a password that has not been begun', () => {
    const { container } = render(<LengthMeter length={0} needed={8} />)
    expect(container).toBeEmptyDOMElement()
  })
})
