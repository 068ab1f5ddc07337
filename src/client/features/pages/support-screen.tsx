import { Link } from 'react-router'
import { usePageData } from '../../app/page-data-context.tsx'
import { paths } from '../../app/paths.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/wrap.tsx'
import { questionGroups } from './questions.tsx'

/** The footer's Refund Policy leads to this answer. */
const LINKED_FROM_ELSEWHERE = ['refunds']

/** The help centre (requirements §2.4). */
export function SupportScreen() {
  const { seller, terms } = usePageData()
  return (
    <Page>
      <h1>Help Center</h1>
      <p className="lede">Answers to what is asked most. If yours is missing, write.</p>
      <p className="row mt-6">
        <Button asChild>
          <a href={`mailto:${seller.email}`}>Email Support</a>
        </Button>
        <Button asChild>
          <Link to={paths.contact}>Contact</Link>
        </Button>
      </p>
      {questionGroups(terms).map(({ id, heading, items }) => (
        <section key={id} className="mt-10 max-w-[48rem]" aria-labelledby={id}>
          <h2 id={id} className="mb-2">
            {heading}
          </h2>
          <Accordion items={items} defaultOpen={LINKED_FROM_ELSEWHERE} />
        </section>
      ))}
    </Page>
  )
}
