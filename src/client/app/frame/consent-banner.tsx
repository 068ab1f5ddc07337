import { Link, useLocation } from 'react-router'
import { analyticsConsent } from '../../lib/analytics.ts'
import { useStored } from '../../lib/storage.ts'
import { useIsInBrowser } from '../../lib/use-is-in-browser.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Wrap } from '../../ui/wrap.tsx'
import { countVisit } from '../count-visit.ts'
import { usePageData } from '../page-data-context.tsx'
import { paths } from '../paths.ts'

/** Asks once whether visits may be counted, where the owner has configured a script; yes and no weigh the same. */
export function ConsentBanner() {
  const { analyticsScriptUrl } = usePageData()
  const { pathname } = useLocation()
  const answer = useStored(analyticsConsent)
  const isInBrowser = useIsInBrowser()
  if (analyticsScriptUrl === null || answer !== null || !isInBrowser) return null
  return (
    <Wrap>
      <Note
        className="mb-8"
        title="May this visit be counted?"
        actions={
          <>
            <Button
              size="sm"
              onClick={() => {
                analyticsConsent.write(true)
                countVisit(analyticsScriptUrl, pathname)
              }}
            >
              Yes, count it
            </Button>
            <Button size="sm" onClick={() => analyticsConsent.write(false)}>
              No
            </Button>
          </>
        }
      >
        <p>
          The instructor would like to know which pages are read. Nothing is loaded before you agree; the{' '}
          <Link to={paths.privacyPolicy}>privacy policy</Link> says more.
        </p>
      </Note>
    </Wrap>
  )
}
