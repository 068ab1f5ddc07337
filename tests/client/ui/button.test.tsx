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

  it('says why it does nothing, keeps the focus, and sends no form', async () => {
    const user = userEvent.setup()
    let pressed = 0
    const form = (disabledWhy: string | false) => (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pressed++
        }}
      >
        <TextField label="Note" />
        <Button type="submit" disabledWhy={disabledWhy} onClick={() => pressed++}>
          Settle
        </Button>
      </form>
    )
    const { rerender } = render(form('The note comes first.'))
    const button = screen.getByRole('button', { name: 'Settle' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription('The note comes first.')
    expect(screen.getByText('The note comes first.')).toBeVisible()
    await user.type(screen.getByLabelText('Note'), 'Paid{Enter}')
    await user.tab()
    expect(button).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.click(button)
    expect(pressed).toBe(0)
    rerender(form(false))
    expect(button).toHaveFocus()
    expect(screen.queryByText('The note comes first.')).toBeNull()
    await user.click(button)
    expect(pressed).toBe(2)
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
