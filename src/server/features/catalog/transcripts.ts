import { text } from 'node:stream/consumers'
import type { Deps } from '#server/deps.ts'
import { lockCatalog } from '#server/features/catalog/update-catalog.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Cue, parseCues } from '#shared/catalog/vtt.ts'

type IndexDeps = Pick<Deps, 'db' | 'media' | 'log'>

type CaptionsFile = { videoId: number; key: string; bytes: number }

/**
 * Keeps the words of the captions beside the catalog, so that they can be searched: after a start, and when captions were
 * replaced. What is unchanged is not read again; captions that cannot be read are reported in the log alone.
 */
export async function indexTranscripts(deps: IndexDeps): Promise<void> {
  const [files, known] = await Promise.all([
    deps.db.mediaFile.findMany({
      where: { kind: 'captions', rendition: '', videoId: { not: null } },
      select: { videoId: true, key: true, bytes: true },
    }),
    deps.db.transcript.findMany({ select: { videoId: true, key: true, bytes: true } }),
  ])
  for (const { videoId, ...file } of files) {
    const isKnown = known.some(
      (one) => one.videoId === videoId && one.key === file.key && one.bytes === file.bytes,
    )
    if (videoId !== null && !isKnown) await indexTranscript(deps, { videoId, ...file })
  }
}

async function indexTranscript({ db, media, log }: IndexDeps, file: CaptionsFile): Promise<void> {
  const { videoId, key, bytes } = file
  try {
    const cues = parseCues(bytes > 0 ? await text(media.read(key, 0, bytes - 1)) : '')
    await db.$transaction(async (tx) => {
      await lockCatalog(tx)
      await tx.transcriptCue.deleteMany({ where: { videoId } })
      await tx.transcript.upsert({
        where: { videoId },
        create: { videoId, key, bytes },
        update: { key, bytes },
        select: { videoId: true },
      })
      await tx.transcriptCue.createMany({
        data: cues.map((cue, index) => cueRow({ videoId, cues, cue, index })),
      })
    })
  } catch (error) {
    log.warn({ err: error, key }, 'captions could not be read, and cannot be searched')
  }
}

type CueOf = { videoId: number; cues: readonly Cue[]; cue: Cue; index: number }

function cueRow({ videoId, cues, cue, index }: CueOf): Prisma.TranscriptCueCreateManyInput {
  const beside = cues.slice(Math.max(0, index - 1), index + 2)
  return {
    videoId,
    position: index,
    startSeconds: cue.startSeconds,
    text: cue.text,
    passage: beside.map((one) => one.text).join(' '),
  }
}
