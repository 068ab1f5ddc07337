import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts, toast, toastNext } from '#client/lib/toast.ts'
import { Toasts } from '#client/lib/toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toasts />)
})

afterEach(() => {
  act(() => clearToasts())
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('one notice is visible at a time: a new one takes the place of the old', () => {
  act(() => toast({ title: 'First' }))
  act(() => toast({ title: 'Second' }))
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Second')).toBeVisible()
})

test('a notice is there for 5000 ms', () => {
  act(() => toast({ title: 'Here', description: 'for a while' }))
  pass(4_999)
  expect(screen.getByText('Here')).toBeVisible()
  pass(1)
  expect(screen.queryByText('Here')).toBeNull()
})

test('what waits comes when the one before is over', () => {
  act(() => toast({ title: 'First' }))
  act(() => toastNext({ title: 'Then' }))
  expect(screen.queryByText('Then')).toBeNull()
  pass(5_000)
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Then')).toBeVisible()
  pass(5_000)
  expect(screen.queryByText('Then')).toBeNull()
})

test('what waits for nothing comes at once', () => {
  act(() => toastNext({ title: 'Alone' }))
  expect(screen.getByText('Alone')).toBeVisible()
})

test('a new notice requeue jobs away what waited', () => {
  act(() => toast({ title: 'First' }))
  act(() => toastNext({ title: 'Then' }))
  act(() => toast({ title: 'Other' }))
  pass(5_000)
  expect(screen.queryByText('Then')).toBeNull()
})

test('the same words twice are two notices', () => {
  act(() => toast({ title: 'Again' }))
  pass(4_000)
  act(() => toast({ title: 'Again' }))
  pass(4_000)
  expect(screen.getByText('Again')).toBeVisible()
})
