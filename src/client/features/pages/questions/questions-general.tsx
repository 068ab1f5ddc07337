import { Link } from 'react-router'
import { capitalised, inWords } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { minimumAge } from '#shared/limits.ts'
import type { Question } from './question.ts'

export function generalQuestions(terms: CatalogTerms): Question[] {
  return [
    {
      id: 'what-are-they',
      heading: 'What are the films?',
      content: (
        <p>
          {capitalised(inWords(terms.collectionSize))} theory films for the UK private pilot licence, one for
          each subject on the <Link to={paths.videos}>home page</Link>, made by one flying instructor. You buy
          one, several or all, and watch them in your browser. Free pieces of them are on the home page.
        </p>
      ),
      also: 'course lessons videos preview trial sample',
    },
    {
      id: 'is-it-enough',
      heading: 'Are they all I need for the exams?',
      content: (
        <>
          <p>
            No. They are a study aid beside your lessons and books. The licence has nine theory subjects.
            There is no film here for operational procedures, nor for flight performance and planning.
          </p>
          <p>
            Theory training and the exams belong to an approved or declared training organisation: your flying
            school says what you need and books the exams. Nobody can promise you a pass.
          </p>
        </>
      ),
      also: 'syllabus nine subjects papers test pass guarantee CAA PPL certificate qualification',
    },
    {
      id: 'up-to-date',
      heading: 'What if a rule has changed since the film was made?',
      content: (
        <p>
          The published rules, charts and your instructor come first. If a film says something that no longer
          holds, <Link to={paths.contact}>write</Link> and name the film and the minute. A film that is mended
          is open at once to everybody who has it, until the same day as before.
        </p>
      ),
      also: 'outdated old mistake error wrong correction update law',
    },
    {
      id: 'which-first',
      heading: 'Which film should I begin with?',
      content: (
        <p>The one your school examines next, or the subject you find hardest. The shop sets no order.</p>
      ),
      also: 'order start sequence',
    },
    {
      id: 'who-may-buy',
      heading: 'Who may use the shop? I am under 18.',
      content: (
        <p>
          Anybody of {minimumAge} or older may have an account. Under 18, an adult pays: they can do so at the
          checkout while you are signed in, with their own card. Under {minimumAge}, the shop is not for you
          yet.
        </p>
      ),
      also: 'age minor child parent teenager son daughter',
    },
    {
      id: 'gift',
      heading: 'Can I buy films for somebody else?',
      content: (
        <p>
          There are no vouchers: a film belongs to the account it was bought with, and cannot be moved. Let
          the person register, then pay at the checkout while they are signed in, with your card.
        </p>
      ),
      also: 'gift present voucher birthday christmas friend transfer',
    },
  ]
}
