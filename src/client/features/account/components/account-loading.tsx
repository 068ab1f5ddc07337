import type { ReactNode } from 'react'
import { ScriptNeeded } from '#client/site/guards.tsx'
import { Row, Stack, Step } from '#client/ui/layout.tsx'
import { Loading, Skeleton, TableToCome } from '#client/ui/skeleton.tsx'
import {
  changeEmailMessages,
  changePasswordMessages,
  personalDataMessages,
} from '#shared/messages/account.ts'
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
          <Contents />
          {Object.values(SECTIONS).map(({ heading }) => (
            <Step key={heading} heading={heading}>
              {TO_COME[heading]}
            </Step>
          ))}
        </div>
      </Loading>
    </>
  )
}

const TO_COME = {
  [SECTIONS.details.heading]: <DetailsToCome />,
  [SECTIONS.devices.heading]: (
    <Stack>
      <TableToCome rows={1} />
      <ButtonToCome>Sign out everywhere</ButtonToCome>
    </Stack>
  ),
  [SECTIONS.documents.heading]: <Skeleton height="picture" />,
  [SECTIONS.data.heading]: (
    <Stack>
      <p>{personalDataMessages.use} privacy policy.</p>
      <Row>
        <ButtonToCome>Download my data</ButtonToCome>
        <ButtonToCome>Erase my account…</ButtonToCome>
      </Row>
    </Stack>
  ),
}

/** With the sentences that are the same for every student. */
function DetailsToCome() {
  return (
    <div>
      <RowToCome heading={ROWS.email.heading}>
        {/* One paragraph, larger than the sentence that replaces it: the largest paint is this first one. */}
        <p className="quiet small">
          <strong className="skeleton-text">{ROWS.email.heading}</strong>
          <br />
          {changeEmailMessages.use}
        </p>
      </RowToCome>
      <RowToCome heading={ROWS.password.heading}>
        <p>{changePasswordMessages.effect}</p>
      </RowToCome>
      {[ROWS.business, ROWS.news].map(({ heading }) => (
        <div className="summary-row" key={heading}>
          <h3>{heading}</h3>
          <Skeleton width="wide" height="button" />
        </div>
      ))}
    </div>
  )
}

function RowToCome({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="summary-row">
      <h3>{heading}</h3>
      {children}
      <span className="btn btn-quiet btn-sm skeleton-text">Change</span>
    </div>
  )
}

function ButtonToCome({ children }: { children: string }) {
  return <span className="btn skeleton-text">{children}</span>
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
