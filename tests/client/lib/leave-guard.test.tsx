import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { hearHistoryFirst } from '#client/lib/history-moves.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'

function TwoForms() {
  return (
    <>
      <Form name="First" />
      <Form name="Second" />
    </>
  )
}

function Form({ name = 'Words' }: { name?: string }) {
  const [words, setWords] = useState('')
  const guard = useLeaveGuard(words !== '')
  return (
    <>
      <input aria-label={name} value={words} onChange={({ target }) => setWords(target.value)} />
      <Link to="/form#part">A part of it</Link>
      <Link to="/next">On</Link>
      <button type="button" onClick={() => guard.leave(() => setWords(''))}>
        Empty it
      </button>
      <LeaveQuestion guard={guard}>The words are not saved.</LeaveQuestion>
    </>
  )
}

/** The form, with another page behind it. */
async function openForm(typed = 'left base') {
  history.replaceState(null, '', '/before')
  hearHistoryFirst()
  const user = userEvent.setup({ delay: null })
  const { unmount } = render(
    <StrictMode>
      <BrowserRouter>
        <Routes>
          <Route path="/before" element={<Link to="/form">To the form</Link>} />
          <Route path="/form" element={<Form />} />
          <Route path="/next" element={<h1>Next</h1>} />
        </Routes>
      </BrowserRouter>
    </StrictMode>,
  )
  await user.click(screen.getByRole('link', { name: 'To the form' }))
  if (typed) await user.type(screen.getByLabelText('Words'), typed)
  return { user, unmount }
}

const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })

function leavesPage(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

describe('a form with something in it', () => {
  it('asks at a link, stays, and goes where the link leads', async () => {
    const { user } = await openForm()
    await user.click(screen.getByRole('link', { name: 'A part of it' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'On' }))
    expect(await question()).toHaveTextContent('The words are not saved.')
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText('Words')).toHaveValue('left base')
    expect(leavesPage()).toBe(false)
    await user.click(screen.getByRole('link', { name: 'On' }))
    await question()
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'Next' })).toBeVisible()
    expect(leavesPage()).toBe(true)
  })

  it('asks once for two forms', async () => {
    history.replaceState(null, '', '/form')
    hearHistoryFirst()
    const user = userEvent.setup({ delay: null })
    render(
      <BrowserRouter>
        <Routes>
          <Route path="/form" element={<TwoForms />} />
          <Route path="/next" element={<h1>Next</h1>} />
        </Routes>
      </BrowserRouter>,
    )
    await user.type(screen.getByLabelText('First'), 'left base')
    await user.type(screen.getByLabelText('Second'), 'final')
    const [link] = screen.getAllByRole('link', { name: 'On' })
    if (!link) throw new Error('There is no link')
    await user.click(link)
    await question()
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'Next' })).toBeVisible()
    expect(leavesPage()).toBe(true)
  })

  it('asks at Back, and goes back after a yes', async () => {
    const { user } = await openForm()
    history.back()
    await question()
    await waitFor(() => expect(location.pathname).toBe('/form'))
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText('Words')).toHaveValue('left base')
    history.back()
    await question()
    await waitFor(() => expect(location.pathname).toBe('/form'))
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('link', { name: 'To the form' })).toBeVisible()
  })

  it('asks before what throws it away', async () => {
    const { user } = await openForm()
    await user.click(screen.getByRole('button', { name: 'Empty it' }))
    await question()
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(screen.getByLabelText('Words')).toHaveValue('')
  })
})

it('a form with nothing in it lets everything pass', async () => {
  const { user } = await openForm('')
  expect(leavesPage()).toBe(true)
  await user.click(screen.getByRole('link', { name: 'On' }))
  expect(screen.getByRole('heading', { name: 'Next' })).toBeVisible()
})
