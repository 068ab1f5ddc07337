import type { Browser, BrowserContext } from 'playwright-core'
import type { Role, State } from './state.ts'
import type { World } from './world.ts'

const CONSENT = { analytics_consent: 'false' }

/** A browser of this role's own, signed in as an earlier visit would have left it. */
export function openAs(browser: Browser, world: World, state: State): Promise<BrowserContext> {
  const kept = { ...CONSENT, ...sessionOf(state.role, world), ...state.storage?.(world) }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  return browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A worker that answers from its own store would hide what the shop sends.
    serviceWorkers: 'block',
    storageState: {
      cookies: state.role === 'admin' ? [adminCookie(world)] : [],
      origins: [{ origin: world.url, localStorage }],
    },
  })
}

function sessionOf(role: Role, { students, portals }: World): Record<string, string> {
  const [kind, which = ''] = role.split('-')
  if (kind === 'student') return { auth_token: find(students, which).token }
  if (kind === 'referer') return { referer_session: find(portals, which) }
  return {}
}

function find<Value>(people: Record<string, Value>, name: string): Value {
  const found = people[name]
  if (found === undefined) throw new Error(`Nobody here is called ${name}`)
  return found
}

function adminCookie({ url, tokens }: World) {
  return {
    name: 'admin_session',
    value: tokens.admin,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  }
}
