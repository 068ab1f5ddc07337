import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { errorCode, errorField, errorText } from '#client/lib/error-text.ts'
import { cartItems, pendingVerification } from '#client/lib/stored.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { registerMessages } from '#shared/messages/auth.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { registerForm } from '#shared/schemas/auth.ts'

export type Registration = z.input<typeof registerForm>
type Registered = z.output<typeof registerForm>

/** The kind of error of an address or a name that has an account already. */
export const TAKEN = 'taken'

const EMPTY: Registration = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  accountType: 'personal',
  businessName: '',
  businessNumber: '',
  isVatRegistered: false,
  vatNumber: '',
  businessAddressLine1: '',
  businessAddressLine2: '',
  businessCity: '',
  businessPostcode: '',
  businessCountry: 'United Kingdom',
  wantsNews: false,
}

/** The registration form and what follows it: signed in at once, or off to wait for the mail (requirements §4). */
export function useRegistration(target: string) {
  const form = useForm<Registration, unknown, Registered>({
    resolver: zodResolver(registerForm),
    defaultValues: EMPTY,
  })
  const session = useSession()
  const navigate = useNavigate()
  const register = trpc.auth.register.useMutation()
  const focusLater = useLaterFocus(register.isPending)

  const [problem, setProblem] = useState<{ title: string; text: string | null } | null>(null)

  async function create(values: Registered) {
    setProblem(null)
    try {
      const cartVideoIds = (cartItems.read() ?? []).map(({ video }) => video.id)
      const { token, user, message, waiting } = await register.mutateAsync({
        ...inputOf(values),
        ...(cartVideoIds.length > 0 && { cartVideoIds }),
      })
      if (token !== null && user !== null) {
        toast({ title: registerMessages.done, tone: 'good' })
        session.signIn(token, user)
        return
      }
      pendingVerification.write({
        email: values.email,
        redirectTo: target,
        message,
        ...(waiting && { waiting }),
      })
      await navigate(paths.verifyEmailPending)
    } catch (error) {
      refuse(error)
    }
  }

  function refuse(error: unknown) {
    const text = errorText(error, networkMessages.failed)
    const { field, text: message, title } = describe(error, text)
    if (field !== null) {
      const isTaken = ['EMAIL_TAKEN', 'USERNAME_TAKEN'].includes(errorCode(error) ?? '')
      form.setError(field, { type: isTaken ? TAKEN : 'server', message })
      focusLater(() => form.setFocus(field))
    }
    // What stands at the field is not said twice.
    if (title !== message) setProblem({ title, text: field === null ? message : null })
  }

  const submit = form.handleSubmit(create, () =>
    setProblem({ title: registerMessages.fixErrors, text: null }),
  )
  // Of fields that have been put right nothing is left to say.
  const isStanding = problem?.text != null || Object.keys(form.formState.errors).length > 0
  return { form, submit, isBusy: register.isPending, problem: isStanding ? problem : null }
}

/** Without what was typed for a business before the type of account was changed. */
function inputOf({ confirmPassword: _, ...values }: Registered) {
  if (values.accountType === 'business') {
    return { ...values, vatNumber: values.isVatRegistered ? values.vatNumber : null }
  }
  const { username, email, password, accountType, wantsNews } = values
  return { username, email, password, accountType, wantsNews }
}

/** Which toast, and which field the error belongs to (requirements §8). */
function describe(error: unknown, text: string) {
  const failed = { title: registerMessages.failedTitle }
  switch (errorCode(error)) {
    case 'EMAIL_TAKEN':
      return {
        title: registerMessages.emailTaken,
        field: 'email',
        text: registerMessages.emailTakenField,
      } as const
    case 'USERNAME_TAKEN':
      return { title: registerMessages.usernameTaken, field: 'username', text } as const
    case 'PASSWORD_TOO_COMMON':
      return { ...failed, field: 'password', text } as const
    case 'BAD_INPUT': {
      const field = knownField(errorField(error))
      return { ...failed, ...(field !== null && { title: registerMessages.fixErrors }), field, text }
    }
    default:
      return { ...failed, field: null, text }
  }
}

const FIELDS: readonly FieldPath<Registration>[] = [
  'username',
  'email',
  'password',
  'businessName',
  'businessNumber',
  'vatNumber',
  'businessAddressLine1',
  'businessAddressLine2',
  'businessCity',
  'businessPostcode',
  'businessCountry',
]

function knownField(name: string | null) {
  return FIELDS.find((field) => field === name) ?? null
}
