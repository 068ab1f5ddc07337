import { ScriptNeeded } from '#client/site/guards.tsx'
import { Step, TwoColumns } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { ROWS, SECTIONS } from './section.tsx'

/** The page's boxes, empty, until the account has come. */
export function AccountLoading() {
  return (
    <>
      <ScriptNeeded />
      <Loading label={networkMessages.loading}>
        <Skeleton width="narrow" className="account-loading-lede" />
        <div className="account">
          <TwoColumns asideFirst aside={<Contents />}>
            {Object.values(SECTIONS).map(({ heading }) => (
              <Step key={heading} heading={heading}>
                {heading === SECTIONS.details.heading ? (
                  Object.values(ROWS).map((row) => (
                    <div className="summary-row" key={row.id}>
                      <h3>{row.heading}</h3>
                      <Skeleton width="wide" height="button" />
                    </div>
                  ))
                ) : (
                  <Skeleton width="wide" height="thumb" />
                )}
              </Step>
            ))}
          </TwoColumns>
        </div>
      </Loading>
    </>
  )
}

/** The contents, in the colour of their ground: exactly as high as they will be. */
function Contents() {
  return (
    <ul className="ruled-list jump-list">
      {Object.values(SECTIONS).map(({ heading }) => (
        <li key={heading}>
          <span className="skeleton-text">{heading}</span>
        </li>
      ))}
    </ul>
  )
}
