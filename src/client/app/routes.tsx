import { type ComponentType, lazy, useState } from 'react'
import { matchPath } from 'react-router'
import type { PageData } from '#client/site/page-data.ts'
import { type PageMeta, publicMeta, videoMeta } from '#client/site/page-meta.ts'
import { notFoundMessages } from '#shared/messages/site.ts'

type ScreenModule = Record<string, ComponentType>

/** One address of the shop. `screen` names file and component: 'auth/login' is LoginScreen in features/auth/login-screen.tsx. */
type RouteRow = {
  path: string
  screen: string
  /** Rendered on the server, the same for everybody; its words for search engines. */
  meta?: (data: PageData, slug: string) => PageMeta | null
  /** The title of a screen of one person. */
  title?: string
  /** Such a screen whose first look is the same for everybody, and rendered ahead; of the others that is a page that waits. */
  isShown?: true
  /** Such a screen is a form that lies in the page whole: its script may wait until it is touched. */
  isForm?: true
  /** Its address holds a secret, in the path or the query. */
  hasToken?: true
}

const rows: readonly RouteRow[] = [
  { path: '/', screen: 'catalog/home', meta: publicMeta.home },
  { path: '/videos/:slug', screen: 'catalog/video', meta: videoMeta },
  { path: '/support', screen: 'pages/support', meta: publicMeta.support },
  { path: '/contact', screen: 'pages/contact', meta: publicMeta.contact },
  { path: '/privacy-policy', screen: 'pages/privacy-policy', meta: publicMeta.privacyPolicy },
  { path: '/terms-of-service', screen: 'pages/terms-of-service', meta: publicMeta.termsOfService },
  { path: '/licence-agreement', screen: 'pages/licence-agreement', meta: publicMeta.licenceAgreement },
  { path: '/refund-policy', screen: 'pages/refund-policy', meta: publicMeta.refundPolicy },
  { path: '/commission-terms', screen: 'pages/commission-terms', meta: publicMeta.commissionTerms },
  { path: '/referer-register', screen: 'referer/referer-register', meta: publicMeta.refererRegister },

  { path: '/login', screen: 'auth/login', title: 'Sign in', isShown: true, isForm: true },
  { path: '/register', screen: 'auth/register', title: 'Sign up', isShown: true, isForm: true },
  {
    path: '/verify-email',
    screen: 'auth/verify-email',
    title: 'Confirm your email address',
    isShown: true,
    hasToken: true,
  },
  { path: '/verify-email-pending', screen: 'auth/verify-email-pending', title: 'Check your email' },
  { path: '/forgot-password', screen: 'auth/forgot-password', title: 'Forgotten password' },
  { path: '/reset-password', screen: 'auth/reset-password', title: 'New password', hasToken: true },
  { path: '/checkout', screen: 'checkout/checkout', title: 'Checkout', isShown: true },
  { path: '/checkout-success', screen: 'checkout/checkout-success', title: 'Your payment' },
  { path: '/dashboard', screen: 'dashboard/dashboard', title: 'My Videos', isShown: true },
  { path: '/dashboard/:userId', screen: 'dashboard/dashboard', title: 'My Videos', isShown: true },
  { path: '/plan', screen: 'plan/plan', title: 'Your plan', isShown: true },
  { path: '/notes', screen: 'player/notes/notes', title: 'Notes and search' },
  { path: '/account', screen: 'account/account', title: 'Your account', isShown: true },
  { path: '/account/order', screen: 'account/order', title: 'Your order' },
  { path: '/check', screen: 'check/check', title: 'Playback check', isShown: true },
  { path: '/confirm-email', screen: 'account/confirm-email', title: 'New email address', hasToken: true },

  { path: '/club-portal', screen: 'referer/referer-portal', title: 'Referer portal' },
  { path: '/referer-portal', screen: 'referer/referer-portal', title: 'Referer portal' },
  {
    path: '/referer-reset-password',
    screen: 'referer/referer-reset-password',
    title: 'New password',
    hasToken: true,
  },
  {
    path: '/referer-reset-password/:token',
    screen: 'referer/referer-reset-password',
    title: 'New password',
    hasToken: true,
  },
  { path: '/admin', screen: 'admin/dashboard/admin-dashboard', title: 'Commission management' },
  { path: '/admin/orders', screen: 'admin/orders/orders', title: 'Orders' },
  { path: '/admin/orders/:orderId', screen: 'admin/order/order', title: 'Order' },
  { path: '/admin/orders/students/:studentId', screen: 'admin/order/student', title: 'Student' },
  { path: '/admin/attention', screen: 'admin/attention/attention', title: 'Needs attention' },
  { path: '/admin/payouts', screen: 'admin/bank-files/payouts', title: 'Payouts' },
  { path: '/admin/clubs', screen: 'admin/referers/clubs', title: 'Clubs' },
  { path: '/admin/questions', screen: 'admin/questions/questions', title: 'Questions' },
  { path: '/admin/reports', screen: 'admin/reports/reports', title: 'Reports' },
  {
    path: '/admin/reports/payout-runs/:quarterYear',
    screen: 'admin/reports/payout-run',
    title: 'Payout run',
  },
  {
    path: '/admin/reports/statements/:clubId/:quarterYear',
    screen: 'admin/reports/club-statement',
    title: 'Statement',
  },
  { path: '/admin/reports/vat/:label', screen: 'admin/reports/vat-period', title: 'VAT period' },
  {
    path: '/admin/reports/stripe-payouts/:payoutId',
    screen: 'admin/reports/stripe-payout',
    title: 'Stripe payout',
  },
  { path: '/admin/bookkeeping', screen: 'admin/bookkeeping/bookkeeping', title: 'Bookkeeping' },
  { path: '/admin/catalogue', screen: 'admin/catalog/catalog', title: 'Catalogue' },
  { path: '/admin/operations', screen: 'admin/operations/operations', title: 'Operations' },
  { path: '/admin/security', screen: 'admin/security/security', title: 'Security' },
  { path: '/admin-login', screen: 'admin/sign-in/admin-login', title: 'Admin sign-in' },
  { path: '/bulk-email', screen: 'admin/campaigns/bulk-email', title: 'Bulk email' },
  { path: '/email-preview', screen: 'admin/campaigns/email-preview', title: 'Email preview' },
]

/** Every screen there is, each in a file of its own that is loaded when its address is opened. */
const files = import.meta.glob<ScreenModule>('../features/**/*-screen.tsx')

export type Route = RouteRow & { Screen: ComponentType; load: () => Promise<unknown> }

/** Addresses of one screen share it: what stands there stays when one leads on to the other. */
const screens = new Map<string, ReturnType<typeof screenOf>>()

export const routes: readonly Route[] = rows.map((row) => ({ ...row, ...findScreen(row.screen) }))

/** The screen of every other address. */
export const NOT_FOUND = 'pages/not-found'
export const notFound = findScreen(NOT_FOUND)

function findScreen(screen: string) {
  const known = screens.get(screen)
  if (known) return known
  const file = files[`../features/${screen}-screen.tsx`]
  if (!file) throw new Error(`There is no src/client/features/${screen}-screen.tsx`)
  const found = screenOf(file, componentName(screen))
  screens.set(screen, found)
  return found
}

/** Of the screens that did not arrive. */
const renewals = new Set<() => void>()

/**
 * React keeps the failure of a lazy component for ever: another visit needs another one. Not made where it fails, for React
 * renders what failed a second time at once, and would ask without end.
 */
export function retryFailedScreens() {
  for (const renew of renewals) renew()
  renewals.clear()
}

function screenOf(file: () => Promise<ScreenModule>, name: string) {
  let loaded: ComponentType | null = null

  async function load(): Promise<ScreenModule> {
    const module = await file()
    loaded = pick(module, name)
    return module
  }

  function later() {
    return lazy(async () => {
      try {
        return { default: pick(await load(), name) }
      } catch (error) {
        renewals.add(renew)
        throw error
      }
    })
  }

  function renew() {
    Later = later()
  }

  let Later = later()

  /** A screen that is loaded does not wait: markup whose screen waits is thrown away by the first change around it. */
  function Screen() {
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown />
  }
  return { load, Screen }
}

function pick(module: ScreenModule, name: string): ComponentType {
  const found = module[name]
  if (!found) throw new Error(`A screen's file must export ${name}`)
  return found
}

/** 'auth/verify-email' is VerifyEmailScreen. */
function componentName(screen: string): string {
  const words = screen.slice(screen.lastIndexOf('/') + 1).split('-')
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Screen`
}

export function findRoute(path: string): { route: Route; slug: string } | null {
  for (const route of routes) {
    const match = matchPath(route.path, path)
    if (match) return { route, slug: match.params.slug ?? '' }
  }
  return null
}

/** Whether the screen of an address is among the bytes of its page. */
export function isRenderedAhead(path: string): boolean {
  const route = findRoute(path)?.route
  return route?.title === undefined || route.isShown === true
}

/** Whether an address holds a secret, in its path or its query. */
export function holdsToken(path: string): boolean {
  return rows.some((row) => row.hasToken && matchPath(row.path, path) !== null)
}

/** Title and description of an address; for an unknown one those of the page that says so. */
export function findMeta(path: string, data: PageData): PageMeta {
  const found = findRoute(path)
  const meta = found?.route.meta?.(data, found.slug)
  if (meta) return meta
  if (found?.route.title) return { title: found.route.title, description: null }
  return { title: notFoundMessages.title, description: null }
}
