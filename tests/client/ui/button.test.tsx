import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'

describe('Button', () => {
  it('does nothing while loading, keeps the focus and says it is busy', async () => {
    const user = userEvent.setup()
    let pressed = 0
    const { rerender } = render(<Button onClick={() => pressed++}>Pay</Button>)
    await user.click(screen.getByRole('button', { name: 'Pay' }))
    rerender(
      <Button loading loadingText="Paying" onClick={() => pressed++}>
        Pay
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Paying' })
    await user.click(button)
    expect(pressed).toBe(1)
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-busy', 'true')
  })

  it('stops Enter in a field from sending the form twice', async () => {
    const user = userEvent.setup()
    let sent = 0
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent++
        }}
      >
        <TextField label="Code" />
        <Button type="submit" loading>
          Apply
        </Button>
      </form>,
    )
    await user.type(screen.getByLabelText('Code'), 'HEDGEROW17{Enter}')
    expect(sent).toBe(0)
  })

  it('does not send a form unless it is asked to', async () => {
    const user = userEvent.setup()
    let sent = 0
    render(
      <form onSubmit={() => sent++}>
        <Button>Cancel</Button>
      </form>,
    )
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(sent).toBe(0)
  })

  it('dresses a link and leaves it a link', () => {
    render(
      <Button variant="go" asChild>
        <a href="/checkout">Secure Checkout</a>
      </Button>,
    )
    const link = screen.getByRole('link', { name: 'Secure Checkout' })
    expect(link).toHaveAttribute('href', '/checkout')
    expect(link).toHaveClass('btn', 'btn-go')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
