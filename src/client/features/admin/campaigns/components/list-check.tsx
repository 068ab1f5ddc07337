import type { Audience } from '#client/features/admin/campaigns/use-audience.ts'
import { Status, type StatusKind } from '#client/ui/status.tsx'

/** So many are named; the rest is counted. */
const NAMED = 8

type ListCheckProps = {
  list: NonNullable<Audience['list']>
  /** The field says already what is no address. */
  isRefused: boolean
}

/** What is odd about a list, named while it can still be mended. */
export function ListCheck({ list, isRefused }: ListCheckProps) {
  const findings = [
    { kind: 'stop', what: 'No email address', lines: isRefused ? [] : list.invalid },
    { kind: 'forward', what: 'Written twice, mailed once', lines: list.repeated },
    { kind: 'forward', what: 'Said no to news, left out', lines: list.suppressed },
  ] as const satisfies readonly { kind: StatusKind; what: string; lines: readonly string[] }[]
  return (
    <div role="status" className="campaign-findings">
      {findings.map(
        ({ kind, what, lines }) =>
          lines.length > 0 && (
            <p key={what}>
              <Status kind={kind} wrap>
                {what}: {nameSome(lines)}
              </Status>
            </p>
          ),
      )}
    </div>
  )
}

function nameSome(lines: readonly string[]): string {
  const named = lines.slice(0, NAMED).map((line) => line.slice(0, 60))
  const more = lines.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
