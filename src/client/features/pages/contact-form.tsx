import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { contactDraft, keepContactDraft } from '#client/lib/contact-draft.ts'
import { errorField, errorText } from '#client/lib/error-text.ts'
import { inWords } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, Select, Textarea, TextField } from '#client/ui/field.tsx'
import { complaintKeptMonths, contactKeptMonths, contactMessageMaxLength } from '#shared/limits.ts'
import { contactMessages, contactTopics } from '#shared/messages/contact.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { type ContactInput, type ContactOutput, contactInput, contactTopic } from '#shared/schemas/contact.ts'
import { SellerEmail } from './seller.tsx'

type Values = z.input<typeof contactInput>

const FIELDS = ['name', 'email', 'topic', 'invoiceNumber', 'message'] as const

export type SentMessage = { written: ContactInput; answer: ContactOutput }

type ContactFormProps = {
  onSent: (sent: SentMessage) => void
  /** The form takes the place of a message just sent, and the focus with it. */
  isAnother: boolean
}

/** Filled from the address, a draft and the account, kept while it is written, sent once. */
function useContactForm({ onSent, isAnother }: ContactFormProps) {
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

/** What is written here goes to the instructor's mailbox. */
export function ContactForm(input: ContactFormProps) {
  const { form, sendButton, submit, keep, isBusy, failure } = useContactForm(input)
  const isInBrowser = useIsInBrowser()
  const { register, formState } = form
  const { errors } = formState
  return (
    <form onSubmit={submit} onChange={keep} noValidate>
      <BusyFieldset className="form" busy={isBusy}>
        {failure !== null && (
          <Note tone="bad" title={contactMessages.failedTitle}>
            <p>
              {failure} What you wrote is kept here. You can also mail it to <SellerEmail />.
            </p>
          </Note>
        )}
        <TextField label="Your name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextField
          label="Email"
          hint="The answer is sent to this address."
          type="email"
          autoComplete="email"
          inputMode="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Field label="What is it about?" error={errors.topic?.message}>
          <Select {...register('topic')}>
            <option value="">Choose…</option>
            {Object.entries(contactTopics).map(([topic, label]) => (
              <option key={topic} value={topic}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          label="Invoice number"
          hint="Where it is about an order: INV- and six digits."
          optional
          look="short"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.invoiceNumber?.message}
          {...register('invoiceNumber')}
        />
        <Field label="Message" error={errors.message?.message}>
          <Textarea rows={7} maxLength={contactMessageMaxLength} {...register('message')} />
        </Field>
        <div className={errors.website ? undefined : 'trap'} aria-hidden={errors.website ? undefined : true}>
          <TextField
            label="Website"
            tabIndex={errors.website ? undefined : -1}
            autoComplete="off"
            error={errors.website?.message}
            {...register('website')}
          />
        </div>
        <noscript>
          <Note>
            This form needs JavaScript. Without it, write to the address beside it: that reaches the same
            mailbox.
          </Note>
        </noscript>
        {/* Before the script has come, Enter must not send the form to the address of the page. */}
        <Button
          ref={sendButton}
          type={isInBrowser ? 'submit' : 'button'}
          variant="go"
          full
          loading={isBusy}
          loadingText="Sending…"
        >
          Send
        </Button>
        <p className="small quiet">
          It goes to the instructor’s mailbox. The shop keeps its own copy for {inWords(contactKeptMonths)}{' '}
          months, of a complaint for {inWords(complaintKeptMonths / 12)} years: see the{' '}
          <Link className="link" to={paths.privacyPolicy}>
            privacy policy
          </Link>
          .
        </p>
      </BusyFieldset>
    </form>
  )
}
