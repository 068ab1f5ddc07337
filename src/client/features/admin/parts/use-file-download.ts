import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { saveFile } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'

const refusal = z.object({ message: z.string() })

type Answer = { file: Blob } | { refusal: string; isSignedOut: boolean }

type Download = {
  address: string
  filename: string
  /** Title of the notice where it fails. */
  failure: string
}

/**
 * Fetches a file whole before it is saved, so that one that broke off is not taken for the report. Where the session is
 * over, the way leads to the sign-in.
 */
export function useFileDownload({ address, filename, failure }: Download) {
  const utils = trpc.useUtils()
  const fail = (why: string) => toast({ title: failure, description: why, tone: 'bad' })
  return useMutation({
    mutationFn: () => fetchFile(address),
    onSuccess(answer) {
      if ('file' in answer) return saveFile(answer.file, filename)
      fail(answer.refusal)
      // The frame of the back office looks at who is signed in, and leads away.
      if (answer.isSignedOut) void utils.admin.session.invalidate()
    },
    onError: () => fail(adminLoginMessages.networkError),
  })
}

/** @throws when no answer came, or it broke off */
async function fetchFile(address: string): Promise<Answer> {
  const answer = await fetch(address)
  if (answer.ok) return { file: await answer.blob() }
  const { data } = refusal.safeParse(await answer.json().catch(() => null))
  return { refusal: data?.message ?? networkMessages.failed, isSignedOut: answer.status === 401 }
}
