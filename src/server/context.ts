import type { Readable } from 'node:stream'
import { studentSessionDays } from '#shared/limits.ts'
import type { Deps } from './deps.ts'
import { BROWSER_DAYS, type Browser } from './features/accounts/known-browsers.ts'
import {
  type AdminSession,
  findSession,
  type RefererSession,
  type SessionKind,
  type StudentSession,
} from './features/accounts/queries.ts'
import { signMediaSession } from './infra/media-url.ts'

/** Setting and clearing cookies, so that procedures know no HTTP framework. */
export type CookiePort = {
  set(name: CookieName, value: string, options: CookieOptions): void
  clear(name: CookieName): void
  /** Null where there is none, or another site sent the request. */
  get(name: CookieName): string | null
}

type CookieOptions = {
  sameSite: 'strict' | 'lax'
  maxAgeSeconds: number
}

/** A file that is sent while it is made. `type` is its media type; `open` begins it. */
export type Download = { filename: string; type: string; open(): Promise<Readable> }

/** What a request says about its sender, unchecked. */
type Credentials = {
  /** `Authorization: Bearer …`, a student's token. */
  bearer: string | null
  /** The token inside the referer's session JSON, sent as the Authorization header (requirements §6). */
  refererToken: string | null
  /** Cookies; null where the request came from another site (requirements §6). */
  adminCookie: string | null
  refererCookie: string | null
}

export type Context = {
  deps: Deps
  requestId: string
  /** The caller's network address, for rate limits. */
  address: string
  userAgent: string
  credentials: Credentials
  cookies: CookiePort
  /** Answers with a file in place of the procedure's output. Only where an answer can be a file: over REST. */
  sendFile?: ((file: Download) => void) | undefined
  /** The caller's browser, as one that may have signed in to an account of this kind before. */
  browser(kind: SessionKind): Browser
  /** Ties video URLs to this browser: a signed cookie that names the student's session. */
  nameMediaSession(sessionId: string): void
  /** Who is calling, looked up at most once each; null when signed out, expired or revoked. */
  whoIs: {
    student(): Promise<StudentSession | null>
    referer(): Promise<RefererSession | null>
    admin(): Promise<AdminSession | null>
  }
}

export const ADMIN_COOKIE = 'admin_session'
export const REFERER_COOKIE = 'referer_document'
export const MEDIA_COOKIE = 'media_session'
const KNOWN_STUDENT_COOKIE = 'known_student'
const KNOWN_REFERER_COOKIE = 'known_referer'
const KNOWN_ADMIN_COOKIE = 'known_admin'

/** Every cookie of the shop and the one path it is sent to. On https its name on the wire has a prefix (`cookieOnWire`). */
export const COOKIE_PATHS = {
  [ADMIN_COOKIE]: '/',
  /** The one address where it counts, so that a link to a document opens (requirements §6). */
  [REFERER_COOKIE]: '/api/clubs/invoice',
  [MEDIA_COOKIE]: '/media',
  [KNOWN_STUDENT_COOKIE]: '/',
  [KNOWN_REFERER_COOKIE]: '/',
  [KNOWN_ADMIN_COOKIE]: '/',
} as const
export type CookieName = keyof typeof COOKIE_PATHS

const KNOWN_COOKIES = {
  student: KNOWN_STUDENT_COOKIE,
  referer: KNOWN_REFERER_COOKIE,
  admin: KNOWN_ADMIN_COOKIE,
} as const
/** As long as the longest student session; what counts is the session itself. */
const MEDIA_COOKIE_SECONDS = studentSessionDays * 24 * 60 * 60

/**
 * Builds the context of one request; nothing is read from the database until the caller's identity is needed. Passwords
 * are hashed in the turn of the caller's network address.
 */
export function createContext(request: Omit<Context, 'whoIs' | 'nameMediaSession' | 'browser'>): Context {
  const { credentials, cookies, address, requestId } = request
  const deps = {
    ...request.deps,
    log: request.deps.log.child({ requestId }),
    passwords: request.deps.passwords.of(address),
  }
  return {
    ...request,
    deps,
    browser(kind) {
      const name = KNOWN_COOKIES[kind]
      const maxAgeSeconds = BROWSER_DAYS * 24 * 60 * 60
      return {
        proof: cookies.get(name),
        remember: (proof) => cookies.set(name, proof, { sameSite: 'strict', maxAgeSeconds }),
      }
    },
    nameMediaSession(sessionId) {
      cookies.set(MEDIA_COOKIE, signMediaSession(deps.signer, sessionId), {
        sameSite: 'strict',
        maxAgeSeconds: MEDIA_COOKIE_SECONDS,
      })
    },
    whoIs: {
      student: once(() => findSession(deps, 'student', credentials.bearer)),
      referer: once(() => findSession(deps, 'referer', credentials.refererToken)),
      admin: once(() => findSession(deps, 'admin', credentials.adminCookie)),
    },
  }
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= load()
    return result
  }
}
