import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUpload } from '#server/features/catalog/uploads/create-upload.ts'
import { newId } from '#server/infra/ids.ts'
import type { MediaSlot } from '#shared/catalog/media-slots.ts'
import type { TestDeps } from '#tests/support/deps.ts'

const samples = new URL('../../../../samples/films/', import.meta.url)

/** One of the sample files. */
export function sample(name: string): Buffer {
  return readFileSync(new URL(name, samples))
}

type Arrival = {
  slot: MediaSlot
  content: Buffer
  videoId?: number | null
  fileName?: string
  /** How many bytes have arrived; all of them by default. */
  received?: number
}

/** Creates an upload whose bytes are on the disk, as tus stores them. */
export async function arrive(deps: TestDeps, arrival: Arrival): Promise<string> {
  const { slot, content, videoId = 1, fileName = 'file', received = content.length } = arrival
  const id = newId(deps.clock.now())
  await createUpload(deps, { id, adminId: 'admin', slot, videoId, fileName, bytes: content.length })
  await mkdir(deps.mediaWriter.folder, { recursive: true })
  await writeFile(join(deps.mediaWriter.folder, id), content.subarray(0, received))
  await writeFile(join(deps.mediaWriter.folder, `${id}.json`), '{}')
  return id
}

/** The audit entries of one action, oldest first. */
export async function auditOf(deps: TestDeps, action: string) {
  return deps.db.auditEntry.findMany({
    where: { action },
    orderBy: { id: 'asc' },
    select: { actorId: true, subjectKind: true, subjectId: true, details: true },
  })
}
