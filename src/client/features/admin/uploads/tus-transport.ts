import { z } from 'zod'
import { uploadPieceBytes } from '#shared/limits.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'

/** A file on its way: it can be stopped and goes on where the server has it. */
export type Sending = { start(): void; pause(): void }

type Job = {
  file: File
  /** An upload the server knows already; null begins a new one. */
  id: string | null
  metadata: Record<string, string>
  onBegun: (id: string) => void
  onProgress: (sent: number) => void
  onArrived: () => void
  /** It has given up for now, with the reason why. */
  onStopped: (reason: string) => void
}

const RETRY_AFTER_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000]

/** Sends a file by tus, piece by piece; the code for it is loaded when the first file is sent. */
export async function openSending(job: Job): Promise<Sending> {
  const { Upload } = await import('tus-js-client')
  const endpoint = '/api/admin/uploads'
  const upload = new Upload(job.file, {
    endpoint,
    uploadUrl: job.id === null ? null : `${endpoint}/${job.id}`,
    metadata: job.metadata,
    chunkSize: uploadPieceBytes,
    retryDelays: RETRY_AFTER_MS,
    // What is on its way is known to the server; nothing of it lies in the browser.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => job.onBegun(upload.url?.split('/').at(-1) ?? ''),
    onProgress: job.onProgress,
    onSuccess: job.onArrived,
    onError: (error) => job.onStopped(errorReason(error)),
  })
  return {
    start: () => upload.start(),
    pause: () => void upload.abort(),
  }
}

const refusal = z.object({ message: z.string() })

/** An error of the transport that may carry the server's answer. */
const answered = z.object({ originalResponse: z.object({ getBody: z.custom<() => string>() }) })

/** The server's sentence where it refused with one; else that the connection broke, which is no loss. */
export function errorReason(error: unknown): string {
  const { data } = answered.safeParse(error)
  return (data && sentenceIn(data.originalResponse.getBody())) ?? catalogMessages.connectionLost
}

function sentenceIn(body: string): string | null {
  try {
    return refusal.parse(JSON.parse(body)).message
  } catch {
    return null
  }
}
