import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Resolver } from 'react-hook-form'
import { expect, it } from 'vitest'
import { dismissToast, useToast } from '#client/lib/toast.ts'
import { useLaterForm } from '#client/lib/use-later-form.ts'

type Values = { email: string }
const trim: Resolver<Values, unknown, Values> = ({ email }) => ({
  values: { email: email.trim() },
  errors: {},
})

type FormProps = { load: () => Promise<Resolver<Values, unknown, Values>>; onSend: (values: Values) => void }

function Form({ load, onSend }: FormProps) {
  const { register, handleSubmit } = useLaterForm({ load, defaultValues: { email: '' } })
  const notice = useToast()
  return (
    <form onSubmit={handleSubmit((values) => onSend(values))}>
      <input aria-label="Email" {...register('email')} />
      <button type="submit">Send</button>
      {notice?.open && (
        <button type="button" onClick={() => dismissToast(notice.id)}>
          {notice.title}
        </button>
      )}
    </form>
  )
}

it('a form sends nothing without rules, says so at each send, and asks for them at no keystroke', async () => {
  let isAway = true
  let tries = 0
  const load = async () => {
    tries++
    if (isAway) throw new TypeError('Failed to fetch')
    return trim
  }
  const sent: Values[] = []
  const user = userEvent.setup()
  render(<Form load={load} onSend={(values) => sent.push(values)} />)
  const notice = { name: 'An unexpected error occurred. Please try again.' }
  const send = async () => user.click(screen.getByRole('button', { name: 'Send' }))
  await send()
  await user.click(await screen.findByRole('button', notice))
  await user.type(screen.getByLabelText('Email'), 'sam@example.com ')
  expect(tries).toBe(1)
  expect(screen.queryByRole('button', notice)).toBeNull()
  await send()
  expect(await screen.findByRole('button', notice)).toBeVisible()
  expect(sent).toEqual([])
  isAway = false
  await send()
  await waitFor(() => expect(sent).toEqual([{ email: 'sam@example.com' }]))
})
