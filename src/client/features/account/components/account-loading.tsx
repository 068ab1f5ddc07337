import { accountMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Page, Step, TwoColumns } from '../../../ui/wrap.tsx'
import { SECTIONS } from '../sections.ts'

/** The page's title and its boxes, empty, until the account has come. */
export function AccountLoading() {
  const sections = Object.values(SECTIONS)
  return (
    <Page>
      <h1>{accountMessages.title}</h1>
      <Loading label={networkMessages.loading}>
        <Skeleton width="narrow" className="mt-3" />
        <div className="account">
          <TwoColumns asideFirst aside={<Skeleton height="picture" />}>
            {sections.map(({ id, heading }) => (
              <Step key={id} heading={heading}>
                <Skeleton width="wide" className="mb-4" />
                <Skeleton height="button" />
              </Step>
            ))}
          </TwoColumns>
        </div>
      </Loading>
    </Page>
  )
}
