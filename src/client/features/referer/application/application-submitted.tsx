import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Box, Page } from '#client/ui/layout.tsx'
import { refererApplicationMessages as words } from '#shared/messages/referer-application.ts'

/** What comes after the form, where the form was: the focus goes there with it. */
export function ApplicationSubmitted() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Page>
      <h1 ref={heading} tabIndex={-1}>
        {words.submittedTitle}
      </h1>
      <Box className="application-submitted">
        <ul className="ruled-list submitted-notes">
          {words.submittedNotes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <p className="page-part">
          <Button asChild variant="go">
            <Link to={paths.home}>{words.returnHome}</Link>
          </Button>
        </p>
      </Box>
    </Page>
  )
}
