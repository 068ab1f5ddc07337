import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import { isUploadedKey } from '#server/infra/media-writer.ts'
import type { MediaKind } from '#server/infra/prisma/enums.ts'
import { StartError } from '#server/infra/start-error.ts'
import { contentTypeOf, publicFileUrl } from './queries.ts'
import { indexTranscripts } from './transcripts.ts'

const fileName = z.string().min(1).max(200)

/** The manifest of the media folder, stored beside the files. */
const manifest = z
  .array(
    z.object({
      slug: fileName,
      category: z.string().max(100).nullable(),
      kind: z.enum(['film', 'snippet', 'promo']).default('film'),
      file: fileName,
      /** The picture height, which distinguishes several files of one video. */
      height: z.int().min(100).max(9_999).nullish(),
      durationSeconds: z.number().positive(),
      captions: fileName.nullish(),
      chapters: fileName.nullish(),
      poster: fileName.nullish(),
      storyboard: fileName.nullish(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  )
  .superRefine((entries, context) => {
    for (const [index, entry] of entries.entries()) {
      const others = renditionsOf(entry, entries.slice(0, index))
      if (others.length === 0 || entry.category === null) continue
      const isApart = entry.height && others.every(({ height }) => height && height !== entry.height)
      if (isApart) continue
      const message = 'Several files of one film are told apart by a height of their own'
      context.addIssue({ code: 'custom', path: [index, 'height'], message })
    }
  })
type Entry = z.output<typeof manifest>[number]

const MANIFEST = 'films.json'
const MOST_ERRORS = 10

/**
 * Reads `films.json` of the media folder and registers its videos, captions, chapters, posters and storyboards, so that a folder of
 * files becomes a shop. Missing files, and a missing list, are reported in the log alone.
 *
 * @throws StartError where the list is invalid; it names the entry and the field
 */
export async function registerMediaFiles(
  deps: Pick<Deps, 'db' | 'clock' | 'media' | 'log' | 'config'>,
): Promise<void> {
  const content = await readList(deps.media)
  if (content === null) {
    const { dir, s3 } = deps.config.media
    deps.log.warn({ folder: dir ?? s3?.bucket }, 'there is no films.json in the media folder')
    return
  }
  const entries = readManifest(content)
  const videos = await deps.db.video.findMany({ select: { id: true, category: true } })
  const idOf = new Map(videos.map((video) => [video.category, video.id]))
  const registered = await deps.db.mediaFile.findMany({
    select: { id: true, videoId: true, kind: true, rendition: true, key: true, sha256: true, bytes: true },
  })
  const shown: number[] = []
  for (const entry of entries) {
    const renditions = renditionsOf(entry, entries).toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
    // Of several files of one video, the tallest is the main one.
    if (entry.kind === 'film' && entry !== renditions[0]) continue
    const videoId = idOf.get(entry.category ?? '') ?? null
    await registerEntry(deps, { entry, renditions, videoId, registered })
    if (entry.kind === 'film' && videoId !== null) shown.push(videoId)
  }
  await showPosters(deps, shown)
  await indexTranscripts(deps)
}

type RegisteredFile = {
  id: string
  videoId: number | null
  kind: MediaKind
  rendition: string
  key: string
  sha256: string
  bytes: number
}

/** All files of the same video; snippets and the promo have one file each. */
function renditionsOf(entry: Entry, entries: readonly Entry[]): Entry[] {
  return entries.filter(
    ({ kind, category }) => kind === 'film' && entry.kind === 'film' && category === entry.category,
  )
}

async function readList(media: Deps['media']): Promise<string | null> {
  try {
    const found = await media.stat(MANIFEST)
    if (!found) return null
    return found.bytes ? await text(media.read(MANIFEST, 0, found.bytes - 1)) : ''
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`films.json cannot be read from where the films lie: ${words}`, { cause })
  }
}

function readManifest(content: string): Entry[] {
  const json = parseJson(content)
  const { data, error } = manifest.safeParse(json)
  if (data) return data
  const errors = error.issues
    .slice(0, MOST_ERRORS)
    .map(({ path, message }) => `  - ${placeOf(path)}: ${message}`)
  throw new StartError(`films.json in the media folder cannot be used:\n${errors.join('\n')}`)
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`films.json in the media folder is no JSON: ${words}`, { cause })
  }
}

/** "file 2, durationSeconds": counted from 1. */
function placeOf([index, ...fields]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return 'the list'
  return [`film ${index + 1}`, ...fields.map(String)].join(', ')
}

type FilesOfEntry = { entry: Entry; videoId: number | null; registered: readonly RegisteredFile[] }
type RegisterDeps = Pick<Deps, 'db' | 'clock' | 'media' | 'log'>

async function registerEntry(
  deps: RegisterDeps,
  { entry, renditions, ...of }: FilesOfEntry & { renditions: readonly Entry[] },
) {
  if (of.videoId === null && entry.kind !== 'promo') return
  await registerFile(deps, { ...of, kind: entry.kind, rendition: '', key: entry.file, entry })
  if (entry.kind === 'film') await registerRenditions(deps, { ...of, renditions })
  // Files of a preview are stored apart from those of the video.
  const rendition = entry.kind === 'film' ? '' : entry.kind
  for (const kind of ['captions', 'chapters', 'poster', 'storyboard'] as const) {
    const key = entry[kind]
    // Pictures of another video than the one that was uploaded since.
    if (kind === 'storyboard' && isReplaced(of, entry.kind)) continue
    if (key) await registerFile(deps, { ...of, kind, rendition, key, entry })
  }
}

function isReplaced({ videoId, registered }: Omit<FilesOfEntry, 'entry'>, kind: MediaKind): boolean {
  return registered.some(
    (file) =>
      file.videoId === videoId && file.kind === kind && file.rendition === '' && isUploadedKey(file.key),
  )
}

/** The catalog shows the registered posters, whatever their file names. */
async function showPosters({ db, clock }: RegisterDeps, videoIds: readonly number[]): Promise<void> {
  const posters = await db.mediaFile.findMany({
    where: { videoId: { in: [...videoIds] }, kind: 'poster', rendition: '' },
    select: { key: true, video: { select: { id: true, imageUrl: true } } },
  })
  for (const { key, video } of posters) {
    const imageUrl = publicFileUrl(key)
    if (video && video.imageUrl !== imageUrl) {
      const data = { imageUrl, updatedAt: clock.now() }
      await db.video.update({ where: { id: video.id }, data, select: { id: true } })
    }
  }
}

/** One file needs no rendition. Several are each stored under their height, the main one included. */
async function registerRenditions(
  deps: RegisterDeps,
  { renditions, videoId, registered }: Omit<FilesOfEntry, 'entry'> & { renditions: readonly Entry[] },
): Promise<void> {
  const choices = renditions.length > 1 ? renditions : []
  const kept = ['', ...choices.map(({ height }) => String(height))]
  const gone = registered.filter(
    (file) => file.videoId === videoId && file.kind === 'film' && !kept.includes(file.rendition),
  )
  if (gone.length > 0) await deps.db.mediaFile.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } })
  for (const entry of choices) {
    const rendition = String(entry.height)
    await registerFile(deps, { videoId, registered, kind: 'film', rendition, key: entry.file, entry })
  }
}

async function registerFile(
  { db, clock, media, log }: RegisterDeps,
  file: FilesOfEntry & { kind: MediaKind; rendition: string; key: string },
): Promise<void> {
  const { videoId, kind, rendition, key } = file
  const isMoving = kind === 'film' || kind === 'snippet' || kind === 'promo'
  const found = await media.stat(key)
  if (!found) {
    log.warn({ key }, 'a file named in films.json is not in the media folder')
    return
  }
  const details = {
    key,
    contentType: contentTypeOf(key),
    bytes: found.bytes,
    sha256: isMoving ? file.entry.sha256 : '',
    durationSeconds: isMoving ? file.entry.durationSeconds : null,
  }
  const existing = file.registered.find(
    (other) => other.videoId === videoId && other.kind === kind && other.rendition === rendition,
  )
  // A file that the owner uploaded since stays.
  if (existing && isUploadedKey(existing.key)) return
  if (
    existing &&
    existing.key === key &&
    existing.sha256 === details.sha256 &&
    existing.bytes === details.bytes
  )
    return
  if (existing) {
    await db.mediaFile.update({ where: { id: existing.id }, data: details, select: { id: true } })
    return
  }
  const now = clock.now()
  await db.mediaFile.createMany({
    data: { id: newId(now), videoId, kind, rendition, createdAt: now, ...details },
    skipDuplicates: true,
  })
}
