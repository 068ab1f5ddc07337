import { analyticsConsent } from '#client/lib/analytics.ts'
import { useStored } from '#client/lib/storage.ts'
import { CookieChoices } from '#client/site/cookie-choices.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'

/** Whether visits are counted here and now, and the way to change it (UK GDPR, Article 7(3)). */
export function AnalyticsChoice() {
  const { analyticsScriptUrl } = usePageData()
  const answer = useStored(analyticsConsent)
  if (analyticsScriptUrl === null) {
    return <p>Visits are not counted: the shop loads no script for that, from nobody.</p>
  }
  return (
    <>
      <p>
        Visits are counted only if you agree. Then a script from {new URL(analyticsScriptUrl).hostname} is
        loaded, told the address of each page you open here, and may set cookies; pages whose address holds a
        secret are left out. Saying no afterwards removes the cookies it has set under our address and loads
        the page anew without it. What it keeps under its own address you can remove in your browser’s
        settings.
      </p>
      <p>
        {answerText(answer)} <CookieChoices className="analytics-answer" />
      </p>
    </>
  )
}

function answerText(answer: boolean | null): string {
  if (answer === null) return 'You have not been counted so far: you have not answered.'
  return answer ? 'You have agreed.' : 'You have said no.'
}
