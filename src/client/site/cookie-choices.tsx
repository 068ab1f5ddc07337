import { askConsentAgain } from '#client/lib/consent-question.ts'
import { footerMessages } from '#shared/messages/site.ts'
import { usePageData } from './page-data-context.tsx'

/** The way back to the question about counting visits; nothing where no script is configured to ask about. */
export function CookieChoices({ className }: { className?: string }) {
  const { analyticsScriptUrl } = usePageData()
  if (analyticsScriptUrl === null) return null
  return (
    <button type="button" className={className} onClick={askConsentAgain}>
      {footerMessages.cookieChoices}
    </button>
  )
}
