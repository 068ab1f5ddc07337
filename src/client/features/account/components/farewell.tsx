import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { personalDataMessages } from '#shared/messages/account.ts'
import { paths } from '../../../app/paths.ts'
import { contactDraft } from '../../../lib/contact-draft.ts'
import { authToken, cartItems, checkoutData, pendingVerification, referralCode } from '../../../lib/stored.ts'
import { clearToasts } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page } from '../../../ui/wrap.tsx'
import { keptSaves } from '../../player/kept-saves.ts'
import { noteDrafts } from '../../player/note-draft.ts'

const KEPT = [
  authToken,
  cartItems,
  checkoutData,
  pendingVerification,
  referralCode,
  contactDraft,
  noteDrafts,
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
      <Note tone="good" className="mt-6 max-w-[60ch]" live="status">
        A last mail says what was deleted and what tax law makes us keep. You are signed out everywhere.
      </Note>
      <p className="row mt-6">
        <Button asChild>
          <Link to={paths.home}>Home</Link>
        </Button>
      </p>
    </Page>
  )
}
