import { useEffect, useRef } from 'react'
import { contactDraft } from '#client/lib/contact-draft.ts'
import { authToken, cartItems, checkoutData, pendingVerification, referralCode } from '#client/lib/stored.ts'
import { clearToasts } from '#client/lib/toast.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { noteDrafts, questionDrafts } from '#client/site/watching/drafts.ts'
import { keptSaves } from '#client/site/watching/unsent-saves.ts'
import { Note } from '#client/ui/alert.tsx'
import { Page } from '#client/ui/layout.tsx'
import { personalDataMessages } from '#shared/messages/account.ts'

const KEPT = [
  authToken,
  cartItems,
  checkoutData,
  pendingVerification,
  referralCode,
  contactDraft,
  noteDrafts,
  questionDrafts,
  keptSaves,
]

/** The account is gone; so is what this browser kept of it. */
export function Farewell() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    clearToasts()
    heading.current?.focus()
    for (const kept of KEPT) kept.clear()
  }, [])
  return (
    <Page>
      <h1 ref={heading} tabIndex={-1}>
        {personalDataMessages.erasedTitle}
      </h1>
      <Note tone="good" className="lone-note" live="status">
        A last mail says what was deleted and what tax law makes us keep. You are signed out everywhere.
      </Note>
      <p className="row actions">
        <LinkButton to={paths.home}>Home</LinkButton>
      </p>
    </Page>
  )
}
