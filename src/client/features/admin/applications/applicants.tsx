import { Status } from '#client/ui/status.tsx'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'

const LOOKS = {
  pending: { kind: 'pending', text: 'Pending' },
  approved: { kind: 'done', text: 'Approved' },
  rejected: { kind: 'stop', text: 'Rejected' },
} as const

export function ApplicationStatus({ status }: Pick<ApplicationOutput, 'status'>) {
  const { kind, text } = LOOKS[status]
  return <Status kind={kind}>{text}</Status>
}

export function applicantName({ organizationName, fullName }: ApplicationOutput): string {
  return organizationName ?? fullName
}

/** Those that wait for a decision first, the one that waits longest at the top; then the rest, newest first. */
export function waitingFirst(applications: readonly ApplicationOutput[]): ApplicationOutput[] {
  const waiting = applications.filter(({ status }) => status === 'pending')
  const decided = applications.filter(({ status }) => status !== 'pending')
  return [...waiting.toSorted(byDay), ...decided.toSorted(byDay).toReversed()]
}

function byDay(a: ApplicationOutput, b: ApplicationOutput): number {
  return a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)
}
