import { useSyncExternalStore } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import {
  forgetUpload,
  startUpload,
  type UploadPlace,
  type UploadTask,
  uploadStore,
} from '#client/features/admin/uploads/upload-store.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import type { UploadOutput } from '#shared/schemas/catalog-editing.ts'

/** What is on its way to one place: what this page sends, and what the server has. */
type PlaceUpload = { task: UploadTask | null; upload: UploadOutput | null }

/** Everything that is on its way into the catalog, and how more is sent. */
export function useUploads() {
  const tasks = useSyncExternalStore(uploadStore.subscribe, uploadStore.read, uploadStore.read)
  const uploads = trpc.admin.catalog.uploads.useQuery()
  const utils = trpc.useUtils()

  /** Runs after the whole file is there, perhaps on another screen. */
  async function check(place: UploadPlace, id: string): Promise<void> {
    try {
      const [checked] = await utils.client.admin.catalog.checkUpload.mutate({ id })
      if (checked?.status === 'ready')
        toast({ title: catalogMessages.arrived, description: checked.fileName, tone: 'good' })
      else toast({ title: catalogMessages.refused, description: checked?.refusal ?? '', tone: 'bad' })
    } catch (error) {
      toastFailure(catalogMessages.checkFailed, error)
    }
    await utils.admin.catalog.uploads.invalidate()
    forgetUpload(place)
  }

  return {
    tasks,
    uploads,
    at({ slot, videoId }: UploadPlace): PlaceUpload {
      const isHere = (one: UploadPlace) => one.slot === slot && one.videoId === videoId
      return { task: tasks.find(isHere) ?? null, upload: uploads.data?.find(isHere) ?? null }
    },
    send(place: UploadPlace, file: File, id: string | null): void {
      startUpload({ ...place, file, id, onArrived: (arrived) => void check(place, arrived) })
    },
    check,
  }
}

export type Uploads = ReturnType<typeof useUploads>
