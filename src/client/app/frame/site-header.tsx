import { CircleHelp, Menu as MenuSymbol } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink, useLocation, useSearchParams } from 'react-router'
import { CartSymbol } from '#client/features/cart/components/cart-symbol.tsx'
import { useCart } from '#client/features/cart/use-cart.ts'
import { PendingPaymentLink } from '#client/features/checkout/components/pending-payment-link.tsx'
import { PortalAccount } from '#client/features/referer/components/portal-account.tsx'
import { useStored } from '#client/lib/storage.ts'
import { refererSession } from '#client/lib/stored.ts'
import { SHOP_NAME } from '#client/site/page-meta.ts'
import { paths, redirectOf } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { OFFICE_HEAD_ID, type SiteArea, siteAreaOf } from '#client/site/site-area.ts'
import { Button } from '#client/ui/button.tsx'
import { Container } from '#client/ui/layout.tsx'
import { BrandMark } from '#client/ui/marks.tsx'
import { accountMessages } from '#shared/messages/account.ts'
import { headerMessages } from '#shared/messages/site.ts'
import { MobileMenu } from './mobile-menu.tsx'

/** The top of every page (requirements §2.2). */
export function SiteHeader() {
  const { pathname } = useLocation()
  const area = siteAreaOf(pathname)
  if (area === 'office' && pathname !== paths.adminLogin) return <OfficeHeader />
  return <ShopHeader area={area} />
}

/** The name alone: the back office puts its places and who is in beside it. */
function OfficeHeader() {
  return (
    <header className="site-head office-head">
      <Container>
        <Brand />
        <div className="office-slot" id={OFFICE_HEAD_ID} />
      </Container>
    </header>
  )
}

function Brand() {
  return (
    <Link className="brand" to={paths.home}>
      <BrandMark />
      <span>{SHOP_NAME}</span>
    </Link>
  )
}

function ShopHeader({ area }: { area: SiteArea }) {
  const { user } = useSession()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const referer = useStored(refererSession)
  const refererName = area === 'portal' && referer !== null ? referer.name : null
  const isForBuyers = area !== 'office' && refererName === null
  return (
    <header className="site-head">
      <Container>
        <Brand />
        <nav className="site-nav" aria-label="Main">
          <Link to={paths.videos}>{headerMessages.videos}</Link>
          <Link to={paths.pricing}>{headerMessages.pricing}</Link>
          {user ? (
            <NavLink to={paths.dashboard(user.id)}>{headerMessages.myVideos}</NavLink>
          ) : (
            // Its room, where the first script expects a student: Support does not move when the answer comes.
            <span className="link-to-come" aria-hidden="true">
              {headerMessages.myVideos}
            </span>
          )}
          {/* The help button too, where there is room for its word. */}
          <NavLink to={paths.support} className="support-link">
            <CircleHelp aria-hidden="true" />
            {headerMessages.support}
          </NavLink>
          {/* Last: they come with the answer who is in, and push nothing aside there. */}
          {user && (
            <>
              <NavLink className="own-link" to={paths.notes}>
                {headerMessages.ownNotes}
              </NavLink>
              <NavLink className="own-link" to={paths.plan}>
                {headerMessages.plan}
              </NavLink>
            </>
          )}
        </nav>
        <div className="site-head-end">
          {refererName !== null && <PortalAccount name={refererName} />}
          <div className="wide-only">
            {isForBuyers && <AccountLinks />}
            <Button size="sm" icon asChild className="help-button">
              <Link to={paths.support} aria-label={headerMessages.help}>
                <CircleHelp aria-hidden="true" />
              </Link>
            </Button>
          </div>
          {isForBuyers && <PendingPaymentLink />}
          {isForBuyers && <CartButton />}
          <div className="narrow-only">
            <Button
              size="sm"
              icon
              aria-label={headerMessages.menu}
              aria-haspopup="dialog"
              data-opens="menu"
              onClick={() => setMenuOpen(true)}
            >
              <MenuSymbol aria-hidden="true" />
            </Button>
          </div>
        </div>
      </Container>
      <MobileMenu
        open={isMenuOpen}
        onOpenChange={setMenuOpen}
        hasAccountLinks={isForBuyers}
        title={refererName ?? headerMessages.menu}
      />
    </header>
  )
}

function AccountLinks() {
  const { status, user, signOut } = useSession()
  const redirect = redirectOf(useSearchParams()[0])
  if (status === 'loading') return null
  if (user) {
    return (
      <>
        <span className="small signed-in-name">{headerMessages.welcome(user.username)}</span>
        <Button size="sm" variant="quiet" asChild>
          <NavLink to={paths.account}>{accountMessages.link}</NavLink>
        </Button>
        <Button size="sm" onClick={() => void signOut()}>
          {headerMessages.signOut}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button size="sm" variant="quiet" asChild>
        <Link to={paths.login(redirect)}>{headerMessages.signIn}</Link>
      </Button>
      <Button size="sm" asChild>
        <Link to={paths.register(redirect)}>{headerMessages.signUp}</Link>
      </Button>
    </>
  )
}

function CartButton() {
  const { count, setOpen } = useCart()
  const holds = count === 1 ? '1 film in it' : `${count} films in it`
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label={count > 0 ? `${headerMessages.cart}, ${holds}` : headerMessages.cart}
      data-opens="cart"
      onClick={() => setOpen(true)}
    >
      <CartSymbol />
      {headerMessages.cart}
      {/* The first script counts up what is added before React is there. */}
      <span className="count" hidden={count === 0} suppressHydrationWarning>
        {count}
      </span>
    </Button>
  )
}
