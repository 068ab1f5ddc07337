import { Link, useLocation } from 'react-router'
import { keepPostcode } from '#client/lib/format.ts'
import { CookieChoices } from '#client/site/cookie-choices.tsx'
import { checkoutLinks, footerGroups } from '#client/site/links.ts'
import type { PageData } from '#client/site/page-data.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { SHOP_NAME } from '#client/site/page-meta.ts'
import { paths } from '#client/site/paths.ts'
import { siteAreaOf } from '#client/site/site-area.ts'
import { Container } from '#client/ui/layout.tsx'
import { BrandMark, Ladder } from '#client/ui/marks.tsx'

/** Links, and who sells here, as the E-Commerce Regulations 2002, reg. 6, want it on every page. */
export function SiteFooter() {
  const { seller, analyticsScriptUrl } = usePageData()
  const { pathname } = useLocation()
  if (pathname === paths.checkout || siteAreaOf(pathname) === 'office') return <BriefFooter />
  return (
    <>
      <Ladder />
      <footer className="site-foot">
        <Container>
          <div>
            <Link className="brand" to={paths.home}>
              <BrandMark />
              {SHOP_NAME}
            </Link>
            <p className="site-foot-lead quiet">
              Theory films for the UK private pilot licence, made and sold by one flying instructor.
            </p>
            <SellerDetails seller={seller} />
          </div>
          <div className="site-foot-links">
            {footerGroups.map(({ heading, links }) => (
              <nav key={heading} aria-label={heading}>
                <h2>{heading}</h2>
                <ul>
                  {links.map(({ to, text }) => (
                    <li key={to}>
                      <Link to={to}>{text}</Link>
                    </li>
                  ))}
                  {analyticsScriptUrl !== null && links.some(({ to }) => to === paths.privacyPolicy) && (
                    <li>
                      <CookieChoices />
                    </li>
                  )}
                </ul>
              </nav>
            ))}
          </div>
        </Container>
      </footer>
    </>
  )
}

/** Beside the pay button and in the back office: who sells, and what one may want to know before paying. */
function BriefFooter() {
  const { seller, analyticsScriptUrl } = usePageData()
  return (
    <>
      <Ladder />
      <footer className="site-foot site-foot-brief small">
        <Container>
          <SellerDetails seller={seller} />
          <ul>
            {checkoutLinks.map(({ to, text }) => (
              <li key={to}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
            {analyticsScriptUrl !== null && (
              <li>
                <CookieChoices />
              </li>
            )}
          </ul>
        </Container>
      </footer>
    </>
  )
}

function SellerDetails({ seller }: { seller: PageData['seller'] }) {
  return (
    <address className="site-foot-address small quiet">
      {`${seller.name}, ${keepPostcode(seller.address)}`}
      <br />
      <a href={`mailto:${seller.email}`}>{seller.email}</a>
      {seller.companyNumber && (
        <>
          <br />
          {`Company number ${seller.companyNumber}`}
        </>
      )}
      {seller.vatNumber && (
        <>
          <br />
          {`VAT number ${seller.vatNumber}`}
        </>
      )}
    </address>
  )
}
