import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '#client/ui/dialog.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { ToastSlot } from '#client/ui/surface.tsx'
import { Toaster, type ToastMessage } from '#client/ui/toast.tsx'

const applied: ToastMessage = {
  id: 'first',
  open: true,
  tone: 'good',
  title: 'Referral code applied',
  description: 'Hedgerow Flying Club: 10% off',
}

function watch() {
  const closed: string[] = []
  const onOpenChange = (id: string, open: boolean) => {
    if (!open) closed.push(id)
  }
  return { closed, onOpenChange }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('Toaster', () => {
  it('shows the one toast, and Dismiss closes it', async () => {
    const user = userEvent.setup()
    const { closed, onOpenChange } = watch()
    render(<Toaster toast={applied} onOpenChange={onOpenChange} />)
    expect(screen.getByText('Hedgerow Flying Club: 10% off', { selector: '.toast *' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(closed).toEqual(['first'])
  })

  it('names its region with the key that leads there, and the key does lead there', () => {
    const { onOpenChange } = watch()
    render(<Toaster toast={applied} onOpenChange={onOpenChange} />)
    const region = screen.getByRole('region', { name: 'Notices (F8)' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(region).toContainElement(document.activeElement as HTMLElement)
  })

  it('closes by itself after its duration, five seconds unless told', () => {
    vi.useFakeTimers()
    const { closed, onOpenChange } = watch()
    render(<Toaster toast={applied} onOpenChange={onOpenChange} />)
    act(() => vi.advanceTimersByTime(4999))
    expect(closed).toEqual([])
    act(() => vi.advanceTimersByTime(1))
    expect(closed).toEqual(['first'])
  })

  it.each([
    [40, 0],
    [60, 1],
  ])('a swipe of %i px to the right with a threshold of 50 closes %i', (distance, count) => {
    const { closed, onOpenChange } = watch()
    render(<Toaster toast={applied} onOpenChange={onOpenChange} />)
    const toast = screen.getByText('Referral code applied', { selector: '.toast *' }).closest('.toast')
    expect(toast).not.toBeNull()
    if (!toast) return
    fireEvent.pointerDown(toast, { button: 0, clientX: 100, clientY: 10, pointerType: 'touch' })
    fireEvent.pointerMove(toast, { clientX: 100 + distance / 2, clientY: 10, pointerType: 'touch' })
    fireEvent.pointerMove(toast, { clientX: 100 + distance, clientY: 10, pointerType: 'touch' })
    fireEvent.pointerUp(toast, { clientX: 100 + distance, clientY: 10, pointerType: 'touch' })
    expect(closed).toHaveLength(count)
  })

  it('stands inside an open drawer, where it can be reached, and outside again after', async () => {
    const user = userEvent.setup()
    const { closed, onOpenChange } = watch()
    const page = (open: boolean) => (
      <>
        <Drawer open={open} onOpenChange={() => {}} title="Your Cart">
          <p>Two films</p>
        </Drawer>
        <Toaster toast={applied} onOpenChange={onOpenChange} />
      </>
    )
    const { rerender } = render(page(true))
    const drawer = screen.getByRole('dialog', { name: 'Your Cart' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(drawer).toContainElement(document.activeElement as HTMLElement)
    expect(screen.getByRole('region', { name: 'Notices (F8)' })).toContainElement(
      document.activeElement as HTMLElement,
    )
    await user.click(within(drawer).getByRole('button', { name: 'Dismiss' }))
    expect(closed).toEqual(['first'])
    rerender(page(false))
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  })

  it('stands above the total of a drawer, which it would hide', () => {
    render(
      <>
        <Drawer open onOpenChange={() => {}} title="Your Cart" foot={<p>Total £120.00</p>}>
          <p>Two films</p>
        </Drawer>
        <Toaster toast={applied} {...watch()} />
      </>,
    )
    const total = screen.getByText('Total £120.00')
    const notice = screen.getByText('Referral code applied')
    expect(notice.compareDocumentPosition(total)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('leaves Escape to the drawer it stands over, unless it has the focus itself', async () => {
    const user = userEvent.setup()
    const { closed, onOpenChange } = watch()
    const drawers: boolean[] = []
    render(
      <>
        <Drawer open onOpenChange={(open) => drawers.push(open)} title="Your Cart">
          <input aria-label="Club code" />
        </Drawer>
        <Toaster toast={applied} onOpenChange={onOpenChange} />
      </>,
    )
    await user.click(screen.getByLabelText('Club code'))
    await user.keyboard('{Escape}')
    expect([drawers, closed]).toEqual([[false], []])
    screen.getByRole('button', { name: 'Dismiss' }).focus()
    await user.keyboard('{Escape}')
    expect([drawers, closed]).toEqual([[false], ['first']])
  })

  it('takes Escape where nothing else is open', async () => {
    const user = userEvent.setup()
    const { closed, onOpenChange } = watch()
    render(<Toaster toast={applied} onOpenChange={onOpenChange} />)
    await user.keyboard('{Escape}')
    expect(closed).toEqual(['first'])
  })

  it('stands where the surface prefers it', () => {
    const { onOpenChange } = watch()
    render(
      <>
        <Dialog open onOpenChange={() => {}} title="Navigation" layout="player">
          <section aria-label="Film">
            <ToastSlot preferred />
          </section>
        </Dialog>
        <Toaster toast={applied} onOpenChange={onOpenChange} />
      </>,
    )
    const video = screen.getByRole('region', { name: 'Film' })
    expect(within(video).getByRole('button', { name: 'Dismiss' })).toBeVisible()
  })

  it('shows nothing when there is nothing to say', () => {
    const { onOpenChange } = watch()
    render(<Toaster toast={null} onOpenChange={onOpenChange} />)
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  })
})
