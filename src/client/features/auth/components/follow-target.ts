import { paths } from '#client/site/paths.ts'

/** Where a confirmed person goes on to. What the browser kept is not trusted with more than a page of the shop. */
export function followTarget(pending: { redirectTo: string } | null): string {
  return pending?.redirectTo === paths.checkout ? paths.checkout : paths.home
}
