import { operationsMessages } from '#shared/messages/operations.ts'
import { AdminFrame } from './admin-frame.tsx'
import { OperationsAudit } from './components/operations-audit.tsx'
import { OperationsGoLive } from './components/operations-go-live.tsx'
import { OperationsHealth } from './components/operations-health.tsx'
import { OperationsJobs } from './components/operations-jobs.tsx'
import { OperationsMails } from './components/operations-mails.tsx'

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
