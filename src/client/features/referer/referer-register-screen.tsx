import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Box, Page, TwoColumns } from '#client/ui/layout.tsx'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { refererApplicationMessages as copy } from '#shared/messages/referer-application.ts'
import { ApplicationForm } from './application/application-form.tsx'

export function RefererRegisterScreen() {
  const [isSubmitted, setSubmitted] = useState(false)
  if (isSubmitted) return <ApplicationSubmitted />
  return (
    <Page>
      <h1>{copy.title}</h1>
      <p className="lede">
        Whoever buys with your code pays {defaultReferralDiscountPercent}% less. You, or your club, earn a
        commission of {defaultCommissionPercent}% of the net price on the first order of each new customer,
        paid every quarter. Both percentages hold unless we agree otherwise.
      </p>
      <TwoColumns aside={<WhatHappensNext />} asideLabel="What happens next">
        <ApplicationForm onSubmitted={() => setSubmitted(true)} />
      </TwoColumns>
    </Page>
  )
}

function WhatHappensNext() {
  return (
    <Box>
      <h2 className="side-heading">What happens next</h2>
      <ol className="stack application-next">
        <li>
          <strong>Today.</strong> An email says that it has arrived.
        </li>
        <li>
          <strong>2-3 business days.</strong> The instructor reads it.
        </li>
        <li>
          <strong>The decision, by email.</strong> If it is yes, your code is in it, and the portal opens with
          the password you choose here.
        </li>
      </ol>
    </Box>
  )
}

/** What comes after the form, where the form was: the focus goes there with it. */
function ApplicationSubmitted() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Page>
      <h1 ref={heading} tabIndex={-1}>
        {copy.submittedTitle}
      </h1>
      <Box className="application-submitted">
        <ul className="ruled-list submitted-notes">
          {copy.submittedNotes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <p className="page-part">
          <Button asChild variant="go">
            <Link to={paths.home}>{copy.returnHome}</Link>
          </Button>
        </p>
      </Box>
    </Page>
  )
}
