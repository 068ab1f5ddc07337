import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { saveFile } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { adminDashboardMessages, adminLoginMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'

const refusal = z.object({ message: z.string() })

type Answer = { file: Blob } | { refusal: string; isSignedOut: boolean }

/**
 * Fetches the CSV of a quarter whole before it is saved, so that one that broke off is not taken for the report. Where
 * the session is over, the way leads to the sign-in.
 */
export function useReportDownload(quarterYear: string) {
  const utils = trpc.useUtils()
  const fail = (why: string) =>
    toast({ title: adminDashboardMessages.reportFailed, description: why, tone: 'bad' })
  return useMutation({
    mutationFn: () => fetchReport(quarterYear),
    onSuccess(answer) {
      if ('file' in answer) return saveFile(answer.file, `quarterly-report-${quarterYear}.csv`)
      fail(answer.refusal)
      // The frame of the back office looks at who is signed in, and leads away.
      if (answer.isSignedOut) void utils.admin.session.invalidate()
    },
    onError: () => fail(adminLoginMessages.networkError),
  })
}

/** @throws when no answer came, or it broke off */
async function fetchReport(quarterYear: string): Promise<Answer> {
  const answer = await fetch(`/api/admin/quarterly-report/${quarterYear}`)
  if (answer.ok) return { file: await answer.blob() }
  const { data } = refusal.safeParse(await answer.json().catch(() => null))
  return { refusal: data?.message ?? networkMessages.failed, isSignedOut: answer.status === 401 }
}
