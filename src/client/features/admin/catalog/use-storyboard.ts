import { useEffect, useRef, useState } from 'react'
import { MEDIA_SLOTS } from '#shared/catalog/media-slots.ts'
import type { UploadOutput } from '#shared/schemas/catalog-editing.ts'

export type StoryboardMaking = {
  /** `none`: the file has no moving picture. */
  status: 'none' | 'making' | 'made' | 'failed'
  done: number
  pictures: number
  base64: string | null
}

/** The pictures for the seek bar of an uploaded video, made once as soon as they are wanted. */
export function useStoryboard({ slot, previewUrl }: UploadOutput, isWanted: boolean): StoryboardMaking {
  const isVideo = MEDIA_SLOTS[slot].form === 'film'
  const [making, setMaking] = useState<StoryboardMaking>({
    status: isVideo ? 'making' : 'none',
    done: 0,
    pictures: 0,
    base64: null,
  })
  const hasBegun = useRef(false)

  useEffect(() => {
    if (!isWanted || !isVideo || previewUrl === null || hasBegun.current) return
    hasBegun.current = true
    const change = (next: Partial<StoryboardMaking>) => setMaking((before) => ({ ...before, ...next }))
    import('#client/features/admin/uploads/make-storyboard.ts')
      .then(({ makeStoryboard }) =>
        makeStoryboard(previewUrl, (done, pictures) => change({ done, pictures })),
      )
      .then(
        (base64) => change({ status: 'made', base64 }),
        () => change({ status: 'failed' }),
      )
  }, [isWanted, isVideo, previewUrl])

  return making
}
