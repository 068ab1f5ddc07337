import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { LeaveQuestion } from '#client/lib/leave-guard.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button, TextButton } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { refererApplicationMessages as copy } from '#shared/messages/referer-application.ts'
import {
  AccessFields,
  ApplicantFields,
  BankFields,
  BusinessDetails,
  TermsFields,
} from './application-fields.tsx'
import { type ApplicationValues, FORM_NAME, useApplication, wrongFields } from './use-application.ts'

/** The long form, step by step (requirements §2, §5). */
export function ApplicationForm({ onSubmitted }: { onSubmitted: () => void }) {
  const { form, submit, startAfresh, guard, isBusy } = useApplication(onSubmitted)
  const hasAccepted = useWatch({ control: form.control, name: 'acceptedTerms' })
  return (
    <FormProvider {...form}>
      <form name={FORM_NAME} onSubmit={submit} noValidate>
        <BusyFieldset busy={isBusy}>
          <NeedsScript />
          <ApplicantFields />
          <BusinessDetails />
          <BankFields />
          <AccessFields />
          <TermsFields />
          <ApplicationErrors />
          {/* Disabled also until the script has come: Enter does not send the form to the address of the page then. */}
          <Button
            type="submit"
            variant="go"
            full
            disabled={!hasAccepted}
            aria-describedby="submit-hint"
            loading={isBusy}
            loadingText={copy.submitting}
          >
            {copy.submit}
          </Button>
          <p className="small quiet application-hint" id="submit-hint">
            {!hasAccepted && 'Accept the terms to submit. '}
            What you have typed is kept on this device until then; passwords and bank details never are.
          </p>
          <Row className="application-actions">
            <TextButton onClick={startAfresh}>Clear the form</TextButton>
          </Row>
        </BusyFieldset>
      </form>
      <LeaveQuestion guard={guard}>
        Your password and your bank details are not kept: you would type them again.
      </LeaveQuestion>
    </FormProvider>
  )
}

/** What is wrong, counted where the form is submitted: the boxes are far above. */
function ApplicationErrors() {
  const { formState, setFocus } = useFormContext<ApplicationValues>()
  const wrong = wrongFields(formState.errors)
  if (wrong.length === 0) return null
  return (
    <Note tone="bad" live="off" className="application-note" title={copy.toCorrect(wrong.length)}>
      <ul>
        {wrong.map(({ name, message }) => (
          <li key={name}>
            <TextButton onClick={() => setFocus(name)}>{message}</TextButton>
          </li>
        ))}
      </ul>
    </Note>
  )
}

function NeedsScript() {
  const { email } = usePageData().seller
  return (
    <noscript>
      <Note className="application-note">
        This form needs JavaScript. Without it, write to{' '}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
        , and leave passwords and bank details out.
      </Note>
    </noscript>
  )
}
