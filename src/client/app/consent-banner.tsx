import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { analyticsConsent, withdrawConsent } from '#client/lib/analytics.ts'
import { closeConsentQuestion, useTimesConsentAsked } from '#client/lib/consent-question.ts'
import { useStored } from '#client/lib/storage.ts'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Container } from '#client/ui/layout.tsx'
import { countVisit } from './count-visit.ts'

type ConsentBannerProps = { reload?: () => void }

/**
 * Asks whether visits may be counted, where the owner has configured a script: once by itself, and again whenever
 * a person asks for it. Yes and no weigh the same.
 */
export function ConsentBanner({ reload = reloadPage }: ConsentBannerProps) {
  const { analyticsScriptUrl } = usePageData()
  const { pathname } = useLocation()
  const answer = useStored(analyticsConsent)
  const isInBrowser = useIsInBrowser()
  const timesAsked = useTimesConsentAsked()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (timesAsked > 0) place.current?.focus()
  }, [timesAsked])
  if (analyticsScriptUrl === null || !isInBrowser || (answer !== null && timesAsked === 0)) return null

  function agree() {
    analyticsConsent.write(true)
    countVisit(analyticsScriptUrl, pathname)
    closeConsentQuestion()
  }

  function refuse() {
    const isRunning = withdrawConsent()
    closeConsentQuestion()
    // A script that runs cannot be taken out of its page.
    if (isRunning) reload()
  }

  return (
    <Container>
      <section ref={place} className="no-print" tabIndex={-1} aria-label="Cookie choices">
        <Note
          className="consent-question"
          title="May your visits be counted?"
          actions={
            <>
              <Button size="sm" onClick={agree}>
                Yes, count them
              </Button>
              <Button size="sm" onClick={refuse}>
                No
              </Button>
            </>
          }
        >
          {answer !== null && (
            <p>
              <strong>{answer ? 'You have said yes.' : 'You have said no.'}</strong>
            </p>
          )}
          <p>
            The instructor would like to know which pages are read. A script from{' '}
            {new URL(analyticsScriptUrl).hostname} counts that, and may set cookies. Nothing is loaded before
            you agree, and you can change your answer at any time; the{' '}
            <Link to={paths.privacyPolicy}>privacy policy</Link> says more.
          </p>
        </Note>
      </section>
    </Container>
  )
}

function reloadPage() {
  location.reload()
}
