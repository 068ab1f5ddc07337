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
