import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SeekBar } from '#client/features/player/controls/seek-bar.tsx'

const chapters = [
  { startSeconds: 0, endSeconds: 30, text: 'What the wind does' },
  { startSeconds: 30, endSeconds: 100, text: 'Draw the triangle' },
]

function show(storyboardUrl: string | null) {
  const view = render(
    <SeekBar
      positionSeconds={0}
      durationSeconds={100}
      chapters={chapters}
      storyboardUrl={storyboardUrl}
      onSeek={() => undefined}
    />,
  )
  const bar = screen.getByRole('slider', { name: 'Position' })
  bar.getBoundingClientRect = () => new DOMRect(100, 0, 500, 24)
  return { ...view, bar, preview: () => view.container.querySelector('.seek-preview') }
}

test('a pointer over the bar sees the picture, the time and the chapter there', () => {
  const { bar, preview } = show('/media/grant-1/storyboard')
  expect(preview()).toBeNull()
  // Of 500 px, 400 are 80 of 100 seconds: the 17th picture, the seventh of the second row.
  fireEvent.pointerMove(bar, { clientX: 500 })
  expect(preview()).toHaveTextContent('1:20 Draw the triangle')
  expect(preview()?.querySelector('svg')).toHaveAttribute('viewBox', '96 9 16 9')
  expect(preview()?.querySelector('image')).toHaveAttribute('href', '/media/grant-1/storyboard')
  expect(preview()?.querySelector('image')).toHaveAttribute('height', '18')
  expect(preview()).toHaveStyle({ left: '400px' })
  fireEvent.pointerLeave(bar)
  expect(preview()).toBeNull()
})

test('at its ends the picture stays over the bar', () => {
  const { bar, preview } = show('/media/grant-1/storyboard')
  fireEvent.pointerMove(bar, { clientX: 600 })
  expect(preview()).toHaveTextContent('1:40')
  expect(preview()).toHaveStyle({ left: '404px' })
})

test('without pictures there are time and chapter', () => {
  const { bar, preview } = show(null)
  fireEvent.pointerMove(bar, { clientX: 150 })
  expect(preview()).toHaveTextContent('0:10 What the wind does')
  expect(preview()?.querySelector('svg')).toBeNull()
})

test('a finger that is lifted takes the picture away', () => {
  const { bar, preview } = show(null)
  fireEvent.pointerDown(bar, { clientX: 150, pointerType: 'touch' })
  expect(preview()).not.toBeNull()
  fireEvent.pointerUp(bar, { clientX: 150, pointerType: 'touch' })
  expect(preview()).toBeNull()
})
