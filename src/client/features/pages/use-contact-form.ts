import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { contactDraft, keepContactDraft } from '#client/lib/contact-draft.ts'
import { errorField, errorText } from '#client/lib/error-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { type ContactInput, type ContactOutput, contactInput, contactTopic } from '#shared/schemas/contact.ts'

type Values = z.input<typeof contactInput>

const FIELDS = ['name', 'email', 'topic', 'invoiceNumber', 'message'] as const

export type SentMessage = { written: ContactInput; answer: ContactOutput }

export type ContactFormInput = {
  onSent: (sent: SentMessage) => void
  /** The form takes the place of a message just sent, and the focus with it. */
  isAnother: boolean
}

/** The contact form: filled from the address, a draft and the account, kept while it is written, sent once. */
export function useContactForm({ onSent, isAnother }: ContactFormInput) {
  // Without defaults: what was typed before the script came stays.
  const form = useForm<Values, unknown, ContactInput>({ resolver: zodResolver(contactInput) })
  const send = trpc.auth.sendMessage.useMutation()
  const sendButton = useRef<HTMLButtonElement>(null)
  const focusLater = useLaterFocus(send.isPending)
  const [search] = useSearchParams()
  const { user } = useSession()

  function fillEmpty(values: { [Name in (typeof FIELDS)[number]]?: Values[Name] | undefined }) {
    for (const field of FIELDS) {
      const value = values[field]
      if (value && !form.getValues(field)) form.setValue(field, value)
    }
  }
  function keep() {
    keepContactDraft(form.getValues())
  }
  const begin = useEffectEvent(() => {
    const topic = contactTopic.safeParse(search.get('topic')).data
    if (topic) fillEmpty({ topic })
    fillEmpty(contactDraft.read() ?? {})
    // Typing before the script came raised no event.
    if (form.getValues('message')) keep()
    if (isAnother) form.setFocus('name')
  })
  const knowWriter = useEffectEvent(() => {
    if (user !== null) fillEmpty({ name: user.username, email: user.email })
  })
  useEffect(() => begin(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is signed in becomes known after the page has come
  useEffect(() => knowWriter(), [user])

  const submit = form.handleSubmit(async (written) => {
    try {
      const answer = await send.mutateAsync(written)
      contactDraft.clear()
      onSent({ written, answer })
    } catch (error) {
      const field = [...FIELDS, 'website' as const].find((name) => name === errorField(error))
      if (field === undefined) return focusLater(() => sendButton.current?.focus())
      form.setError(field, { message: errorText(error, networkMessages.failed) })
      focusLater(() => form.setFocus(field))
    }
  })

  return {
    form,
    sendButton,
    submit,
    keep,
    isBusy: send.isPending,
    failure: send.isError ? errorText(send.error, networkMessages.failed) : null,
  }
}
