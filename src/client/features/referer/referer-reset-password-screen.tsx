import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ResetDone } from './sign-in/reset-done.tsx'
import { ResetForm } from './sign-in/reset-form.tsx'
import { ResetRequest } from './sign-in/reset-request.tsx'

/** Without a token it sends one; with one, in the path or the query, it sets the new password. */
export function RefererResetPasswordScreen() {
  const { token: inPath } = useParams()
  const [search] = useSearchParams()
  const token = (inPath ?? search.get('token') ?? '').trim()
  const [isDone, setDone] = useState(false)
  if (isDone) return <ResetDone />
  if (token === '') return <ResetRequest />
  return <ResetForm key={token} token={token} onDone={() => setDone(true)} />
}
