import { Link, useSearchParams } from 'react-router'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import type { LinkEntry } from '#client/site/links.ts'
import { paths, redirectOf } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Drawer } from '#client/ui/drawer.tsx'
import { accountMessages } from '#shared/messages/account.ts'
import { headerMessages } from '#shared/messages/site.ts'

type MobileMenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Left out where a referer is signed in. */
  hasAccountLinks: boolean
  /** While no student is greeted. */
  title: string
}

/** The header's links, for small screens. */
export function MobileMenu({ open, onOpenChange, hasAccountLinks, title }: MobileMenuProps) {
  useBackCloses(open, () => onOpenChange(false))
  const session = useSession()
  const redirect = redirectOf(useSearchParams()[0])
  const user = hasAccountLinks ? session.user : null
  const links: LinkEntry[] = [
    { to: paths.videos, text: headerMessages.videos },
    { to: paths.pricing, text: headerMessages.pricing },
    ...(user ? [{ to: paths.dashboard(user.id), text: headerMessages.myVideos }] : []),
    // The header's two links lead to the same page.
    { to: paths.support, text: `${headerMessages.help} and ${headerMessages.support}` },
    ...(user
      ? [
          { to: paths.notes, text: headerMessages.notes },
          { to: paths.plan, text: headerMessages.plan },
          { to: paths.account, text: accountMessages.title },
        ]
      : []),
    ...(user || !hasAccountLinks
      ? []
      : [
          { to: paths.login(redirect), text: headerMessages.signIn },
          { to: paths.register(redirect), text: headerMessages.signUp },
        ]),
  ]
  return (
    <Drawer
      id="menu"
      open={open}
      onOpenChange={onOpenChange}
      title={user ? headerMessages.welcome(user.username) : title}
    >
      <nav className="menu-list" aria-label={headerMessages.menu}>
        {links.map(({ to, text }) => (
          <Link key={text} to={to} onClick={() => onOpenChange(false)}>
            {text}
          </Link>
        ))}
        {user && (
          <button type="button" onClick={() => void session.signOut()}>
            {headerMessages.signOut}
          </button>
        )}
      </nav>
    </Drawer>
  )
}
