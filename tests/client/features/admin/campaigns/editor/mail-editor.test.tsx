import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { MailEditor } from '#client/features/admin/campaigns/editor/mail-editor.tsx'

// The editor scrolls to the caret; jsdom lays nothing out.
Range.prototype.getClientRects = () => document.createElement('p').getClientRects()
Range.prototype.getBoundingClientRect = () => new DOMRect()

let html = ''
let setFromOutside: (next: string) => void = () => undefined

function Sheet({ first }: { first: string }) {
  const [value, setValue] = useState(first)
  html = value
  setFromOutside = setValue
  return <MailEditor html={value} onChange={setValue} />
}

function open(first = '') {
  render(<Sheet first={first} />)
  return userEvent.setup()
}

const insert = async (user: ReturnType<typeof open>, what: string, address: string, words: string) => {
  await user.click(screen.getByRole('button', { name: what }))
  const fields = within(screen.getByRole('group', { name: what }))
  await user.type(fields.getByLabelText('Address'), address)
  const [, text] = fields.getAllByRole('textbox')
  if (text) await user.type(text, words)
  await user.click(fields.getByRole('button', { name: 'Put it in' }))
  return fields
}

it('writes buttons, links and images as HTML', async () => {
  const user = open()
  await insert(user, 'Button', 'https://example.com/films', 'See the films')
  expect(html).toContain('<p><a class="go" href="https://example.com/films">See the films</a></p>')
  await insert(user, 'Image', 'https://example.com/fog.png', 'Fog')
  expect(html).toContain('<img src="https://example.com/fog.png" alt="Fog">')
})

it('has a symbol with a name for each thing that can be done', () => {
  open()
  const tools = within(screen.getByRole('group', { name: 'Format' })).getAllByRole('button')
  expect(tools.map((tool) => tool.getAttribute('aria-label'))).toEqual(
    'Heading Subheading Bold Italic List Numbers Link Button Image Undo'.split(' '),
  )
  for (const tool of tools) expect([tool.textContent, tool.title !== '']).toEqual(['', true])
})

it('asks for a whole address and for words before it puts anything in', async () => {
  const user = open('<p>Fog</p>')
  const fields = await insert(user, 'Link', 'example.com', 'Look')
  expect(fields.getByText('Please enter a full link, starting with https://')).toBeVisible()
  expect(html).toBe('<p>Fog</p>')
})

it('shows what comes from elsewhere, and leaves alone what it does not know', async () => {
  open('<p>Fog</p>')
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('Fog')
  setFromOutside('<h1>Rain</h1>')
  expect(await screen.findByRole('heading', { name: 'Rain' })).toBeVisible()
  setFromOutside('<table><tbody><tr><td>A</td></tr></tbody></table>')
  expect(await screen.findByText(/more than this editor knows/)).toBeVisible()
  expect(html).toBe('<table><tbody><tr><td>A</td></tr></tbody></table>')
})
