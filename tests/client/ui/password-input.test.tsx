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
    [0, 0],
    [7, 0],
    [8, 1],
    [12, 3],
    [40, 4],
  ])('%i characters fill %i of four boxes', (length, boxes) => {
    const { container } = render(<LengthMeter length={length} />)
    expect(screen.getByLabelText('Password length')).toHaveValue(boxes)
    expect(container.querySelectorAll('[data-on]')).toHaveLength(boxes)
  })
})
