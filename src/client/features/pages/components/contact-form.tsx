import { Link } from 'react-router'
import { type ContactFormInput, useContactForm } from '#client/features/pages/use-contact-form.ts'
import { inWords } from '#client/lib/format.ts'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, Select, Textarea, TextField } from '#client/ui/field.tsx'
import { complaintKeptMonths, contactKeptMonths, contactMessageMaxLength } from '#shared/limits.ts'
import { contactMessages, contactTopics } from '#shared/messages/contact.ts'
import { SellerEmail } from './seller.tsx'

/** What is written here goes to the instructor's mailbox. */
export function ContactForm(input: ContactFormInput) {
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
            {Object.entries(contactTopics).map(([topic, words]) => (
              <option key={topic} value={topic}>
                {words}
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
