import { type ReactNode, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { CartDrawer } from '#client/features/cart/cart-drawer.tsx'
import { Toasts } from '#client/lib/toasts.tsx'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { PageSpinner } from '#client/site/guards.tsx'
import type { PageData } from '#client/site/page-data.ts'
import { SkipLink } from '#client/ui/layout.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { SiteFooter } from './frame/site-footer.tsx'
import { SiteHeader } from './frame/site-header.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { Providers } from './providers.tsx'
import { isRenderedAhead, notFound, retryFailedScreens, routes } from './routes.tsx'
import { useArrival } from './use-arrival.ts'

type AppProps = {
  data: PageData
  /** Something that waits, with the screen, until the browser has taken the page over. */
  children?: ReactNode
}

/** The whole shop, inside whichever router the place provides: one for the server, one for the browser. */
export function App({ data, children }: AppProps) {
  return (
    <Providers data={data}>
      <SkipLink />
      <OfflineStrip />
      <SiteHeader />
      <Main>{children}</Main>
      <ConsentBanner />
      <SiteFooter />
      <CartDrawer />
      <Toasts />
    </Providers>
  )
}

function Main({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation()
  const main = useArrival()
  const isInBrowser = useIsInBrowser()
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <ErrorBoundary resetKey={key} onReset={retryFailedScreens}>
        <Suspense fallback={<PageSpinner />}>
          {isInBrowser || isRenderedAhead(pathname) ? (
            <Routes>
              {routes.map(({ path, Screen }) => (
                <Route key={path} path={path} element={<Screen />} />
              ))}
              <Route path="*" element={<notFound.Screen />} />
            </Routes>
          ) : (
            <PageSpinner />
          )}
          {children}
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}
