/**
 * A mail's HTML for the frame of the back office: links open in a tab of their own, and the mail is as light or dark
 * as the person looking at it chose, whatever their own screen is.
 */
export function mailForFrame(html: string, { isDark }: { isDark: boolean }): string {
  const chosen = html
    .replace(/@media\s*\(prefers-color-scheme:\s*dark\)/g, isDark ? '@media all' : '@media not all')
    .replace(/(color-scheme:\s*)light dark/g, `$1${isDark ? 'dark' : 'light'}`)
  return chosen.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}
