import { usePageData } from '../../../app/page-data-context.tsx'
import { analyticsConsent } from '../../../lib/analytics.ts'
import { useStored } from '../../../lib/storage.ts'
import { Button } from '../../../ui/button.tsx'

/** The way back from having agreed to the counting of visits (UK GDPR, Article 7(3)). */
export function AnalyticsChoice() {
  const { analyticsScriptUrl } = usePageData()
  const answer = useStored(analyticsConsent)
  if (analyticsScriptUrl === null || answer === null) return null
  return (
    <p className="row">
      <span>{answer ? 'You have agreed to the counting of visits.' : 'Your visits are not counted.'}</span>
      <Button size="sm" onClick={() => analyticsConsent.write(!answer)}>
        {answer ? 'Stop counting' : 'Agree to it'}
      </Button>
    </p>
  )
}
