import { maskLine } from '#server/infra/log-scrub.ts'
import type { PolicyReport, ScriptError } from '#shared/schemas/browser-errors.ts'

export type DescribedError = {
  kind: 'script' | 'policy'
  message: string
  place: string
  page: string
  release: string
}

const LONGEST = 300
/** Of extensions, of scripts of other sites, of the network, and one that browsers raise for nothing. */
const NOT_OURS =
  /(chrome|moz|safari(-web)?|webkit-masked-url|ms-browser)-?(extension)?:\/\/|^Script error\.?$|ResizeObserver loop|Failed to fetch|Load failed|NetworkError|dynamically imported module|Importing a module script failed|AbortError/i

/** What a script said when it failed; null where it is none of the shop's errors. */
export function describeScriptError({ message, stack, page, script }: ScriptError): DescribedError | null {
  const place = stack.split('\n').find((line) => /:\d+/.test(line) && !line.includes(message)) ?? ''
  if (message.trim() === '' || NOT_OURS.test(message) || NOT_OURS.test(place)) return null
  return {
    kind: 'script',
    message: withoutPersons(message),
    place: placeOf(place),
    page: pathOf(page),
    release: /-([\w-]{8})\.js/.exec(script)?.[1] ?? '',
  }
}

/** What the policy refused; null where an extension of the browser tried it. */
export function describePolicyReport(report: PolicyReport): DescribedError | null {
  const { documentURL, blockedURL, effectiveDirective, sourceFile } = report
  if (effectiveDirective === '' || NOT_OURS.test(sourceFile) || NOT_OURS.test(blockedURL)) return null
  const blocked = URL.canParse(blockedURL) ? originOf(new URL(blockedURL)) : blockedURL
  return {
    kind: 'policy',
    message: withoutPersons(`${effectiveDirective.split(' ')[0]}: ${blocked}`),
    place: placeOf(sourceFile),
    page: pathOf(documentURL),
    release: '',
  }
}

function originOf({ origin, protocol }: URL): string {
  return origin === 'null' ? protocol : origin
}

/** Addresses, queries, and whatever is long enough to be a token or an id. */
function withoutPersons(text: string): string {
  return maskLine(
    text
      .replaceAll(/[?#][^\s)"']*/g, '')
      .replaceAll(/(?=[\w-]*\d)[\w-]{16,}/g, '[id]')
      .replaceAll(/\+?\d[\d ]{8,}\d/g, '[number]'),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
}

/** The frame without the shop's own address and any query; the names of built files are as long as tokens, and stay. */
function placeOf(frame: string): string {
  const bare = frame.replaceAll(/https?:\/\/[^/\s)]+/g, '').replaceAll(/[?#][^\s):]*/g, '')
  return maskLine(bare.replace(/^\s*at /, '').trim()).slice(0, LONGEST)
}

/** The path; what may be an id, a code or a token in it says only that it is there. */
function pathOf(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : (address.split(/[?#]/, 1)[0] ?? '')
  return path
    .split('/')
    .map((part) => (/[\d@%]/.test(part) || part.length > 40 ? ':id' : part))
    .join('/')
    .slice(0, 100)
}
