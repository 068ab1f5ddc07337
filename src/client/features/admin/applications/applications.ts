import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'

/** Whose application it is: the organization, or the person. */
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
