import { Link } from 'react-router'
import { formatDay, formatMinute } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { cancellationDays } from '#shared/limits.ts'
import type { CaseLineOutput, RefundCaseOutput } from '#shared/schemas/refund-requests.ts'
import { boughtWhen, listOf } from './refund-case.ts'

type RefundRulesProps = { found: RefundCaseOutput }

/** The rule that this order comes under today; the refund policy and the regulations behind it in full below. */
export function RefundRules({ found }: RefundRulesProps) {
  const free = exchangeable(found)
  return (
    <div className="stack">
      {found.isDisputed ? (
        <p>
          <strong>Your bank disputes this payment. Until it has decided, nothing is refunded here.</strong>
        </p>
      ) : (
        <p>{inShort(found)}</p>
      )}
      {!found.isDisputed && free.length > 0 && (
        <p>
          {listOf(free)} {free.length === 1 ? 'was' : 'were'} not watched, so{' '}
          {free.length === 1 ? 'it' : 'each'} can be exchanged for another film of the same price.
        </p>
      )}
      <details className="behind">
        <summary>The rules, in full</summary>
        <div className="prose">
          <h3>The 14 days to cancel</h3>
          <p>{cancelText(found)}</p>
          <h3>A film that is not as it should be</h3>
          <p>
            It must be of satisfactory quality, fit for its purpose and as described (Consumer Rights Act
            2015, sections 34 to 36). If it is not, it is put right, or some or all of the price goes back.
            That holds however much was watched and whatever you agreed to.
          </p>
          <h3>Any other reason</h3>
          <p>
            There is no rule that says yes or no in advance; what was watched and how long ago it was bought
            count. {otherText(found)}
          </p>
          <p>
            All of it: the <Link to={paths.refundPolicy}>refund policy</Link>.
          </p>
        </div>
      </details>
    </div>
  )
}

/** The one rule of the three that decides, as far as the order tells. */
function inShort(found: RefundCaseOutput): string {
  const { cancellation, canCancel } = found
  const byCase = 'Each request is looked at: what was watched and how long ago it was bought count.'
  if (cancellation.right === 'waived') {
    const { later, begun } = standing(found)
    if (later.length > 0) {
      return begun.length === 0
        ? laterText(later)
        : `${laterText(later)} For ${listOf(begun)} it has ended, as you agreed before paying. ${byCase}`
    }
    return begun.length === 0
      ? `The right to cancel has ended. ${byCase}`
      : `The right to cancel has ended, as you agreed before paying. ${byCase}`
  }
  const until = cancellation.until === null ? '' : formatDay(cancellation.until)
  return canCancel
    ? `You can cancel until the end of ${until}, without a reason: all that you paid goes back.`
    : `The 14 days to cancel ended at the end of ${until}. ${byCase}`
}

/** Of the lines that are not refunded: those whose right to cancel stands until they begin, and those that have begun. */
function standing({ daysSince, lines }: RefundCaseOutput) {
  const left = lines.filter(({ refund }) => refund === 'none')
  return {
    later: daysSince > cancellationDays ? [] : left.filter(({ opensAt }) => opensAt !== null),
    begun: left.filter(({ opensAt }) => opensAt === null),
  }
}

function laterText(later: readonly CaseLineOutput[]): string {
  return `For ${listOf(later)} the right to cancel stands until the new term begins, for 14 days at most.`
}

function exchangeable({ lines }: RefundCaseOutput) {
  return lines.filter(({ exchanges }) => exchanges.length > 0)
}

function cancelText(found: RefundCaseOutput): string {
  const { cancellation, canCancel } = found
  if (cancellation.right === 'waived') {
    const { later } = standing(found)
    const right = later.length === 0 ? 'The right to cancel has ended.' : laterText(later)
    return `${right} On ${formatMinute(cancellation.agreedAt)}, before paying, you agreed to this: “${cancellation.wording}” (Consumer Contracts Regulations 2013, regulation 37).`
  }
  const until = cancellation.until === null ? '' : formatDay(cancellation.until)
  return canCancel
    ? `You have kept the right to cancel until the end of ${until}, in any words and without a reason, whatever was watched. All that you paid goes back, at the latest 14 days after you have told us (Consumer Contracts Regulations 2013).`
    : `You had the right to cancel until the end of ${until}. It is over.`
}

function otherText(found: RefundCaseOutput): string {
  const { lines } = found
  const begun = lines.flatMap(({ title, watched, wasPlayed }) => {
    if (watched && (watched.percent > 0 || watched.completed))
      return [`${watched.percent}% of ${title} was watched`]
    return wasPlayed ? [`${title} was played`] : []
  })
  const watched = begun.length === 0 ? 'nothing was watched' : begun.join(', ')
  const free = exchangeable(found)
  const exchange =
    free.length === 0
      ? ''
      : ` ${listOf(free)} can be exchanged for another film of the same price, because it was not watched: it stays open until the same day, on the same invoice.`
  return `Here ${watched}, and it was bought ${boughtWhen(found)}.${exchange}`
}
