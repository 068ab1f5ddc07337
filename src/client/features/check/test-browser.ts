import { bad, good, type Outcome } from './outcome.ts'

const NAME = 'playback_check'

/** Whether the browser keeps what a video needs: a cookie that goes with each piece of it, and the sign-in. */
export function testBrowser(): Outcome {
  const keeps = { cookies: keepsCookies(), storage: keepsStorage() }
  const detail = `cookies ${said(keeps.cookies)}, storage ${said(keeps.storage)}`
  if (keeps.cookies && keeps.storage) {
    return good(detail, 'Cookies and storage are allowed.')
  }
  if (!keeps.cookies) {
    return bad(
      detail,
      'This browser takes no cookies from this site, and no film plays without one.',
      'Allow cookies for this site, in the browser’s settings for privacy. Then run the check again.',
    )
  }
  return bad(
    detail,
    'This browser keeps nothing for this site, so it forgets that you signed in.',
    'Allow storage for this site, or leave private browsing. Then run the check again.',
  )
}

const said = (isKept: boolean) => (isKept ? 'kept' : 'refused')

function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is tested here.
  const write = (cookie: string) => (document.cookie = cookie)
  write(`${NAME}=1; path=/; SameSite=Strict; max-age=60`)
  const isThere = document.cookie.includes(`${NAME}=1`)
  write(`${NAME}=; path=/; SameSite=Strict; max-age=0`)
  return isThere
}

function keepsStorage(): boolean {
  try {
    localStorage.setItem(NAME, '1')
    const isThere = localStorage.getItem(NAME) === '1'
    localStorage.removeItem(NAME)
    return isThere
  } catch {
    return false
  }
}
