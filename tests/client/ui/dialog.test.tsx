import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog, Dialog, DialogClose, DialogTitle } from '#client/ui/dialog.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { TextField } from '#client/ui/field.tsx'

function FormDialog({ keepOpenOutside = false }: { keepOpenOutside?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add New Referer</Button>
      <p>Outside</p>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Add New Referer"
        description="The club gets an email."
        keepOpenOutside={keepOpenOutside}
        foot={
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
        }
      >
        <TextField label="Name" />
      </Dialog>
    </>
  )
}

function OneAfterAnother() {
  const [shown, setShown] = useState<'film' | 'cart' | null>(null)
  return (
    <>
      <Button onClick={() => setShown('film')}>Navigation</Button>
      <Dialog open={shown === 'film'} onOpenChange={() => setShown(null)} title="Navigation">
        <Button onClick={() => setShown('cart')}>Add to Cart</Button>
      </Dialog>
      <Drawer open={shown === 'cart'} onOpenChange={() => setShown(null)} title="Your Cart">
        <p>One film</p>
      </Drawer>
    </>
  )
}

describe('Dialog', () => {
  it('has a name and a description, and begins in its form', async () => {
    const user = userEvent.setup()
    render(<FormDialog />)
    await user.click(screen.getByRole('button', { name: 'Add New Referer' }))
    const dialog = screen.getByRole('dialog', { name: 'Add New Referer' })
    expect(dialog).toHaveAccessibleDescription('The club gets an email.')
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })

  it.each(['Close', 'Cancel'])('closes by %s and gives the focus back', async (name) => {
    const user = userEvent.setup()
    render(<FormDialog />)
    const opener = screen.getByRole('button', { name: 'Add New Referer' })
    await user.click(opener)
    await user.click(screen.getByRole('button', { name }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('gives the focus back to where it began, when another has taken its place', async () => {
    const user = userEvent.setup()
    render(<OneAfterAnother />)
    const opener = screen.getByRole('button', { name: 'Navigation' })
    await user.click(opener)
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
    const cart = screen.getByRole('dialog', { name: 'Your Cart' })
    await waitFor(() => expect(cart).toContainElement(document.activeElement as HTMLElement))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('closes by Escape', async () => {
    const user = userEvent.setup()
    render(<FormDialog />)
    await user.click(screen.getByRole('button', { name: 'Add New Referer' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the focus inside', async () => {
    const user = userEvent.setup()
    render(<FormDialog />)
    await user.click(screen.getByRole('button', { name: 'Add New Referer' }))
    const dialog = screen.getByRole('dialog')
    for (let press = 0; press < 5; press++) {
      await user.tab()
      expect(dialog).toContainElement(document.activeElement as HTMLElement)
    }
  })

  it.each([
    [false, 0],
    [true, 1],
  ])('with keepOpenOutside %s a press outside leaves %i open', async (keepOpenOutside, left) => {
    const user = userEvent.setup({ pointerEventsCheck: 0 })
    const { baseElement } = render(<FormDialog keepOpenOutside={keepOpenOutside} />)
    await user.click(screen.getByRole('button', { name: 'Add New Referer' }))
    const backdrop = baseElement.querySelector('.backdrop')
    expect(backdrop).not.toBeNull()
    if (backdrop) await user.click(backdrop)
    expect(screen.queryAllByRole('dialog')).toHaveLength(left)
  })

  it('writes no style sheet into the page, which a strict policy would refuse', async () => {
    const user = userEvent.setup()
    render(<FormDialog />)
    await user.click(screen.getByRole('button', { name: 'Add New Referer' }))
    expect(document.querySelectorAll('style')).toHaveLength(0)
  })

  it('takes its name from the body when it has no head', () => {
    render(
      <Dialog open onOpenChange={() => {}} head={false} layout="detail">
        <DialogTitle>Navigation</DialogTitle>
      </Dialog>,
    )
    expect(screen.getByRole('dialog', { name: 'Navigation' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Navigation' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })
})

describe('ConfirmDialog', () => {
  it('asks with the focus on Cancel and acts only on the answer', async () => {
    const user = userEvent.setup()
    const told: string[] = []
    render(
      <ConfirmDialog
        open
        onOpenChange={(open) => told.push(open ? 'open' : 'closed')}
        title="Reverse payment"
        confirmText="Reverse"
        danger
        onConfirm={() => told.push('reversed')}
      >
        The payout goes back to pending.
      </ConfirmDialog>,
    )
    const dialog = screen.getByRole('alertdialog', { name: 'Reverse payment' })
    expect(dialog).toHaveAccessibleDescription('The payout goes back to pending.')
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Reverse' }))
    expect(told).toEqual(['reversed'])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(told).toEqual(['reversed', 'closed'])
  })
})

describe('Drawer', () => {
  it('is a named dialog with its foot inside and closes by Escape', async () => {
    const user = userEvent.setup()
    let open = true
    render(
      <Drawer
        open
        onOpenChange={(next) => {
          open = next
        }}
        title="Your Cart"
        foot={<Button variant="go">Secure Checkout</Button>}
      >
        <p>Your cart is empty</p>
      </Drawer>,
    )
    const drawer = screen.getByRole('dialog', { name: 'Your Cart' })
    expect(drawer).toContainElement(screen.getByRole('button', { name: 'Secure Checkout' }))
    await user.keyboard('{Escape}')
    expect(open).toBe(false)
  })
})
