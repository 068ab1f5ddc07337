import { adminProcedure } from '#server/trpc.ts'
import { applicationsOutput } from '#shared/schemas/admin-reports.ts'
import { presentApplication } from './present.ts'
import { listApplications } from './queries.ts'

export const refererAdminProcedures = {
  refererApplications: adminProcedure
    .output(applicationsOutput)
    .query(async ({ ctx }) => (await listApplications(ctx.deps)).map(presentApplication)),
}
