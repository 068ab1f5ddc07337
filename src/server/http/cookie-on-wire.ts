import type { Config } from '#server/config.ts'
import { COOKIE_PATHS, type CookieName } from '#server/context.ts'

/**
 * What a cookie is called on the wire. Browsers take a prefixed name over https alone, and `__Host-` from this very host
 * alone, so neither a page in clear nor another subdomain can plant one (RFC 6265bis §4.1.3). `__Host-` wants the path /.
 */
export function cookieOnWire(
  { hasSecureCookies }: Pick<Config, 'hasSecureCookies'>,
  name: CookieName,
): string {
  if (!hasSecureCookies) return name
  return COOKIE_PATHS[name] === '/' ? `__Host-${name}` : `__Secure-${name}`
}
