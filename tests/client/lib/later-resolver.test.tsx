import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Resolver, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { laterResolver, tellUnchecked } from '#client/lib/later-resolver.ts'
import { dismissToast, useToast } from '#client/lib/toast.ts'

type Values = { email: string }
const asked = { fields: {}, shouldUseNativeValidation: false } as const
const trim: Resolver<Values, unknown, Values> = ({ email }) => ({
  values: { email: email.trim() },
  errors: {},
})

type FormProps = { resolver: Resolver<Values, unknown, Values>; onSend: (values: Values) => void }

function Form({ resolver, onSend }: FormProps) {
  const { register, handleSubmit } = useForm({ resolver, defaultValues: { email: '' } })
  const notice = useToast()
  return (
    <form onSubmit={handleSubmit(onSend, tellUnchecked)}>
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

it('checks by the rules once they have come', async () => {
  const check = laterResolver(async () => trim)
  expect(await check({ email: ' sam@example.com ' }, undefined, asked)).toEqual({
    values: { email: 'sam@example.com' },
    errors: {},
  })
})

it('a form sends nothing without rules, says so at each send and no keystroke, and asks for them again', async () => {
  let isAway = true
  let tries = 0
  const resolver = laterResolver(async () => {
    tries++
    if (isAway) throw new TypeError('Failed to fetch')
    return trim
  })
  const sent: Values[] = []
  const user = userEvent.setup()
  render(<Form resolver={resolver} onSend={(values) => sent.push(values)} />)
  const notice = { name: 'An unexpected error occurred. Please try again.' }
  const send = async () => user.click(screen.getByRole('button', { name: 'Send' }))
  await send()
  await user.click(await screen.findByRole('button', notice))
  await user.type(screen.getByLabelText('Email'), 'sam@example.com ')
  await waitFor(() => expect(tries).toBe(1 + 'sam@example.com '.length))
  expect(screen.queryByRole('button', notice)).toBeNull()
  await send()
  expect(await screen.findByRole('button', notice)).toBeVisible()
  expect(sent).toEqual([])
  isAway = false
  await send()
  await waitFor(() => expect(sent).toEqual([{ email: 'sam@example.com' }]))
})
