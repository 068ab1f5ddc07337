import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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

/** jsdom has no pointer capture; the swipe asks for it. */
beforeAll(() => {
  Object.assign(Element.prototype, {
    hasPointerCapture: () => false,
    setPointerCapture: () => {},
    releasePointerCapture: () => {},
  })
})

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

  it('takes a duration from the toast', () => {
    vi.useFakeTimers()
    const { closed, onOpenChange } = watch()
    render(<Toaster toast={{ ...applied, duration: 9000 }} onOpenChange={onOpenChange} />)
    act(() => vi.advanceTimersByTime(8999))
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

  it('shows nothing when there is nothing to say', () => {
    const { onOpenChange } = watch()
    render(<Toaster toast={null} onOpenChange={onOpenChange} />)
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  })
})
