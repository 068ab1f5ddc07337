import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { type FieldErrors, type FieldPath, useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorCode, errorField, errorText } from '#client/lib/error-text.ts'
import { useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { storedJson } from '#client/lib/storage.ts'
import { clearToasts, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { refererApplicationMessages as copy } from '#shared/messages/referer-application.ts'
import { refererApplicationForm } from '#shared/schemas/referer.ts'

type Sent = z.output<typeof refererApplicationForm>

/** Every box of the form as it stands while it is filled in. */
export type ApplicationValues = z.input<typeof refererApplicationForm>

/** How what was chosen before the script came is found. */
export const FORM_NAME = 'application'

/** In the order of the page. */
export const EMPTY = {
  applicantType: 'individual',
  organizationName: '',
  fullName: '',
  contactEmail: '',
  phoneNumber: '',
  businessName: '',
  businessNumber: '',
  isVatRegistered: false,
  vatNumber: '',
  businessAddressLine1: '',
  businessAddressLine2: '',
  businessCity: '',
  businessPostcode: '',
  businessCountry: 'United Kingdom',
  bankAccountName: '',
  bankSortCode: '',
  bankAccountNumber: '',
  password: '',
  confirmPassword: '',
  acceptedTerms: false,
  acceptedSelfBilling: false,
  confirmedAdult: false,
} as const satisfies Record<keyof ApplicationValues, string | boolean>

/** What the draft leaves out, and is tedious to type twice. */
const NEVER_KEPT = [
  'bankAccountName',
  'bankSortCode',
  'bankAccountNumber',
  'password',
  'confirmPassword',
] as const

/** The application: filled from what a reload left, kept while it is typed, sent, and forgotten once it has arrived. */
export function useApplication(onSubmitted: () => void) {
  const form = useForm<ApplicationValues, unknown, Sent>({
    resolver: zodResolver(refererApplicationForm),
    defaultValues: EMPTY,
    // Boxes that a choice brought in would come last, wherever they stand: `focusFirst` goes by the page.
    shouldFocusError: false,
  })
  const { subscribe, formState, setError, setFocus } = form
  const apply = trpc.referer.submitApplication.useMutation()
  const focusLater = useLaterFocus(apply.isPending)

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }),
    [subscribe],
  )
  // After the page has been taken over as it stands. What is on the screen goes before what is kept, and no box is
  // taken away from a person who is typing in it.
  const begin = useEffectEvent(() => {
    const draft = applicationDraft.read()
    const typed = differing({ ...form.getValues(), ...chosenType() })
    if (draft === null && Object.keys(typed).length === 0) return
    form.reset({ ...EMPTY, ...draft, ...typed }, { keepDefaultValues: true, keepFieldsRef: true })
  })
  useEffect(() => begin(), [])
  const { dirtyFields } = formState
  const guard = useLeaveGuard(NEVER_KEPT.some((name) => dirtyFields[name]) && !apply.isSuccess)

  const submit = form.handleSubmit(async (values) => {
    try {
      await apply.mutateAsync(ofType(values))
      applicationDraft.clear()
      clearToasts()
      onSubmitted()
    } catch (error) {
      const text = errorText(error, copy.failed)
      toast({ title: copy.failedTitle, description: text, tone: 'bad' })
      const field = fieldToBlame(error)
      if (field === null) return
      setError(field, { message: text })
      focusLater(() => setFocus(field))
    }
  }, focusFirst)

  function focusFirst(errors: FieldErrors<ApplicationValues>) {
    const [first] = wrongFields(errors)
    if (first) setFocus(first.name)
  }

  function startAfresh() {
    form.reset(EMPTY)
    applicationDraft.clear()
  }

  return { form, submit, startAfresh, guard, isBusy: apply.isPending }
}

/** What is wrong, in the order of the page. */
export function wrongFields(errors: FieldErrors<ApplicationValues>) {
  return Object.keys(EMPTY)
    .filter(isField)
    .flatMap((name) => (errors[name] ? [{ name, message: errors[name].message ?? '' }] : []))
}

/** The form keeps what was typed before it came, but of a radio. */
function chosenType(): Pick<ApplicationValues, 'applicantType'> | null {
  const form = document.forms.namedItem(FORM_NAME)
  const chosen = form && new FormData(form).get('applicantType')
  return chosen === 'organization' ? { applicantType: chosen } : null
}

function differing(values: ApplicationValues): Partial<ApplicationValues> {
  const isTyped = ([name, value]: [string, unknown]) => isField(name) && value !== EMPTY[name]
  return Object.fromEntries(Object.entries(values).filter(isTyped))
}

/** A box that the choice of applicant hides may still hold what was typed before. */
function ofType(values: Sent): Sent {
  const { isVatRegistered } = values
  return {
    ...values,
    organizationName: values.applicantType === 'organization' ? values.organizationName : null,
    vatNumber: isVatRegistered ? values.vatNumber : null,
    acceptedSelfBilling: isVatRegistered && values.acceptedSelfBilling,
  }
}

function fieldToBlame(error: unknown): FieldPath<ApplicationValues> | null {
  const code = errorCode(error)
  if (code === 'PASSWORD_TOO_COMMON') return 'password'
  const field = errorField(error)
  return field !== null && isField(field) ? field : null
}

function isField(name: string): name is FieldPath<ApplicationValues> {
  return Object.hasOwn(EMPTY, name)
}

const text = z.string().max(500).catch('')
const flag = z.boolean().catch(false)

/**
 * What a half-filled application keeps over a reload. Passwords and bank details are not among it, whatever the form
 * holds (requirements §9), and consents are given again.
 */
const draft = z.object({
  applicantType: z.enum(['individual', 'organization']).catch('individual'),
  fullName: text,
  organizationName: text,
  contactEmail: text,
  phoneNumber: text,
  businessName: text,
  businessNumber: text,
  isVatRegistered: flag,
  vatNumber: text,
  businessAddressLine1: text,
  businessAddressLine2: text,
  businessCity: text,
  businessPostcode: text,
  businessCountry: text,
})

export const applicationDraft = storedJson('referer_application', draft)

/** Takes the fields that may be kept out of all that the form holds; the schema drops the rest. */
export function keepDraft(values: unknown): void {
  applicationDraft.write(draft.parse(values))
}
