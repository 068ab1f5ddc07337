import { Link } from 'react-router'
import { inWords } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { renewalDays } from '#shared/limits.ts'

/** What is to be known before paying (requirements §5.3, §10). `videos` is their number in words. */
export function SmallPrint({ videos }: { videos: string }) {
  const { terms } = usePageData()
  return (
    <div className="terms">
      <div>
        <h3>When it closes</h3>
        <p>
          {`A film is open for ${inWords(terms.singleMonths)} calendar months from the day you buy it; all ${videos} bought together for ${inWords(terms.bundleMonths)}. Then it closes by itself. It cannot be extended, but you can buy it again, from ${renewalDays} days before so that no day is lost.`}
        </p>
      </div>
      <div>
        <h3>Before you pay</h3>
        <p>
          Films open at once, so you will be asked to give up the 14-day right to cancel. If something is
          wrong, write: refunds are looked at case by case, and your{' '}
          <Link to={paths.refundPolicy}>statutory rights</Link> stay.
        </p>
      </div>
      <div>
        <h3>What it is not</h3>
        <p>
          It does not replace your lessons, your books or the exams themselves. It makes all three easier to
          follow.
        </p>
      </div>
    </div>
  )
}
