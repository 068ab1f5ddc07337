import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import { OperationsAudit } from './operations-audit.tsx'
import { OperationsGoLive } from './operations-go-live.tsx'
import { OperationsHealth } from './operations-health.tsx'
import { OperationsJobs } from './operations-jobs.tsx'
import { OperationsMails } from './operations-mails.tsx'

/** How the shop runs: what is away, what was given up, what is missing before it goes live, and who did what. */
export function OperationsScreen() {
  return (
    <AdminFrame title={operationsMessages.title}>
      <div className="operations">
        <OperationsHealth />
        <OperationsJobs />
        <OperationsMails />
        <OperationsGoLive />
        <OperationsAudit />
      </div>
    </AdminFrame>
  )
}
