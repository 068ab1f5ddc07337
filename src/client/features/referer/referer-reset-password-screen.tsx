import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ResetDone } from './components/reset-done.tsx'
import { ResetForm } from './components/reset-form.tsx'
import { ResetRequest } from './components/reset-request.tsx'

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
