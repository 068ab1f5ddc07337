import { ScriptNeeded } from '#client/site/guards.tsx'
import { Step, TwoColumns } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { SECTIONS } from './section.tsx'

/** About as high as each will be. */
const PARTS = [
  { ...SECTIONS.email, fields: [] },
  { ...SECTIONS.password, fields: [] },
  { ...SECTIONS.business, fields: [] },
  { ...SECTIONS.news, fields: [] },
  { ...SECTIONS.devices, fields: [1] },
  { ...SECTIONS.documents, fields: [1] },
  { ...SECTIONS.data, fields: [] },
]

/** The page's boxes, empty, until the account has come. */
export function AccountLoading() {
  return (
    <>
      <ScriptNeeded />
      <Loading label={networkMessages.loading}>
        <Skeleton width="narrow" className="account-loading-lede" />
        <div className="account">
          <TwoColumns asideFirst aside={<Contents />}>
            {PARTS.map(({ heading, fields }) => (
              <Step key={heading} heading={heading}>
                <Skeleton width="wide" className="account-loading-text" />
                {fields.map((field) => (
                  <div key={field} className="account-loading-field">
                    <Skeleton width="narrow" className="skeleton-label" />
                    <Skeleton height="button" />
                  </div>
                ))}
                <Skeleton width="narrow" height="button" />
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
      {PARTS.map(({ heading }) => (
        <li key={heading}>
          <span className="skeleton-text">{heading}</span>
        </li>
      ))}
    </ul>
  )
}
