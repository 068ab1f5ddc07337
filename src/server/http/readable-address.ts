const MACHINES = /^\/(?:api|trpc)(?:\/|$)/

/**
 * An address of a page whose percent signs mean nothing, such as `/%ff`, with the signs written out: it is then
 * looked for like any other, and answered with the 404 page. Programs on `/api` and `/trpc` get 400.
 */
export function readableAddress(url: string): string {
  const [path = '/'] = url.split('?', 1)
  if (MACHINES.test(path) || isReadable(path)) return url
  return `${path.replaceAll('%', '%25')}${url.slice(path.length)}`
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
