import { act, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { beforeEach, expect, it, vi } from 'vitest'

let Marks: typeof import('#client/art/marks.tsx').Marks
beforeEach(async () => {
  vi.resetModules()
  ;({ Marks } = await import('#client/art/marks.tsx'))
})

it('what the server has drawn stays, through changes too, and no file is fetched for it', async () => {
  const place = document.createElement('div')
  place.innerHTML =
    '<svg data-label="before" aria-hidden="true"><g class="marks"><path d="M0 0h1"></path></g></svg>'
  const drawing = (label: string) => (
    <svg data-label={label} aria-hidden="true">
      <Marks name="lost" />
    </svg>
  )
  const root = await act(async () => hydrateRoot(place, drawing('before')))
  await act(async () => root.render(drawing('after')))
  expect(place.innerHTML).toBe(
    '<svg data-label="after" aria-hidden="true"><g class="marks"><path d="M0 0h1"></path></g></svg>',
  )
  await act(async () => root.unmount())
})

it('a page that the browser draws fetches the files, and has another drawing for another name', async () => {
  const { container, rerender } = render(<Marks name="lost" />, {
    container: document.createElementNS('http://www.w3.org/2000/svg', 'svg'),
  })
  const marks = () => container.querySelector('.marks')?.innerHTML ?? ''
  expect(marks()).toBe('')
  await vi.waitFor(() => expect(marks()).toContain('<path'))
  const lost = marks()
  rerender(<Marks name="threshold" />)
  await vi.waitFor(() => expect(marks()).toContain('<path'))
  expect(marks()).not.toBe(lost)
})
