import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import { isUploadedKey } from '#server/infra/media-writer.ts'
import type { MediaKind } from '#server/infra/prisma/enums.ts'
import { StartFault } from '#server/infra/start-fault.ts'
import { publicFileUrl } from './queries.ts'

const fileName = z.string().min(1).max(200)

/** The list of what lies in the media folder, written beside the films. */
const manifest = z
  .array(
    z.object({
      slug: fileName,
      category: z.string().max(100).nullable(),
      kind: z.enum(['film', 'snippet', 'promo']).default('film'),
      file: fileName,
      /** Lines of the picture: tells several files of one film apart. */
      height: z.int().min(100).max(9_999).nullish(),
      durationSeconds: z.number().positive(),
      captions: fileName.nullish(),
      chapters: fileName.nullish(),
      poster: fileName.nullish(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  )
  .superRefine((films, context) => {
    for (const [index, film] of films.entries()) {
      const others = filmsLike(film, films.slice(0, index))
      if (others.length === 0 || film.category === null) continue
      const isApart = film.height && others.every(({ height }) => height && height !== film.height)
      if (isApart) continue
      const message = 'Several files of one film are told apart by a height of their own'
      context.addIssue({ code: 'custom', path: [index, 'height'], message })
    }
  })
type Film = z.output<typeof manifest>[number]

const MANIFEST = 'films.json'
const MOST_FAULTS = 10

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  png: 'image/png',
}

/**
 * Reads `films.json` of the media folder and enters the films, captions, chapters and posters it names, so
 * that a folder of films becomes a shop with films by starting it. Files that are missing are left out, and
 * said so in the log; a folder without the list changes nothing, and the log says that too.
 *
 * @throws StartFault when the list is no such list; it names the film and the field
 */
export async function registerFilms(
  deps: Pick<Deps, 'db' | 'clock' | 'media' | 'log' | 'config'>,
): Promise<void> {
  const content = await readList(deps.media)
  if (content === null) {
    const { dir, s3 } = deps.config.media
    deps.log.warn({ folder: dir ?? s3?.bucket }, 'there is no films.json in the media folder')
    return
  }
  const films = readManifest(content)
  const videos = await deps.db.video.findMany({ select: { id: true, category: true } })
  const idOf = new Map(videos.map((video) => [video.category, video.id]))
  for (const film of films) {
    const renditions = filmsLike(film, films).toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
    // Of several files of one film, the tallest is the film.
    if (film.kind === 'film' && film !== renditions[0]) continue
    await registerFilm(deps, { film, renditions, videoId: idOf.get(film.category ?? '') ?? null })
  }
}

/** The files of the same film, itself included; snippets and promo come in one file. */
function filmsLike(film: Film, films: readonly Film[]): Film[] {
  return films.filter(
    ({ kind, category }) => kind === 'film' && film.kind === 'film' && category === film.category,
  )
}

async function readList(media: Deps['media']): Promise<string | null> {
  try {
    const found = await media.stat(MANIFEST)
    if (!found) return null
    return found.bytes ? await text(media.read(MANIFEST, 0, found.bytes - 1)) : ''
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause)
    throw new StartFault(`films.json cannot be read from where the films lie: ${words}`, { cause })
  }
}

function readManifest(content: string): Film[] {
  const json = parseJson(content)
  const { data, error } = manifest.safeParse(json)
  if (data) return data
  const faults = error.issues
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => `  - ${placeOf(path)}: ${message}`)
  throw new StartFault(`films.json in the media folder cannot be used:\n${faults.join('\n')}`)
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause)
    throw new StartFault(`films.json in the media folder is no JSON: ${words}`, { cause })
  }
}

/** "film 2, durationSeconds": films are counted as people count them. */
function placeOf([index, ...fields]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return 'the list'
  return [`film ${index + 1}`, ...fields.map(String)].join(', ')
}

async function registerFilm(
  deps: Pick<Deps, 'db' | 'clock' | 'media' | 'log'>,
  { film, renditions, videoId }: { film: Film; renditions: readonly Film[]; videoId: number | null },
) {
  if (videoId === null && film.kind !== 'promo') return
  await registerFile(deps, { videoId, kind: film.kind, rendition: '', key: film.file, film })
  if (film.kind === 'film') await registerRenditions(deps, { renditions, videoId })
  // What lies beside a free piece is kept apart from what lies beside the film itself.
  const rendition = film.kind === 'film' ? '' : film.kind
  for (const kind of ['captions', 'chapters', 'poster'] as const) {
    const key = film[kind]
    if (key) await registerFile(deps, { videoId, kind, rendition, key, film })
  }
  if (videoId !== null && film.kind === 'film') await showPoster(deps, videoId)
}

/** The catalogue names the still that is there, whatever its file is called. */
async function showPoster({ db, clock }: Pick<Deps, 'db' | 'clock'>, videoId: number): Promise<void> {
  const poster = await db.mediaFile.findFirst({
    where: { videoId, kind: 'poster', rendition: '' },
    select: { key: true },
  })
  if (!poster) return
  const imageUrl = publicFileUrl(poster.key)
  await db.video.updateMany({
    where: { id: videoId, imageUrl: { not: imageUrl } },
    data: { imageUrl, updatedAt: clock.now() },
  })
}

/** One file is no choice. Where there are several, each is kept under its height, the film itself among them. */
async function registerRenditions(
  deps: Pick<Deps, 'db' | 'clock' | 'media' | 'log'>,
  { renditions, videoId }: { renditions: readonly Film[]; videoId: number | null },
): Promise<void> {
  const choices = renditions.length > 1 ? renditions : []
  const heights = choices.map(({ height }) => String(height))
  await deps.db.mediaFile.deleteMany({
    where: { videoId, kind: 'film', rendition: { notIn: ['', ...heights] } },
  })
  for (const film of choices) {
    const rendition = String(film.height)
    await registerFile(deps, { videoId, kind: 'film', rendition, key: film.file, film })
  }
}

async function registerFile(
  { db, clock, media, log }: Pick<Deps, 'db' | 'clock' | 'media' | 'log'>,
  file: { videoId: number | null; kind: MediaKind; rendition: string; key: string; film: Film },
): Promise<void> {
  const { videoId, kind, rendition, key } = file
  const isMoving = kind === 'film' || kind === 'snippet' || kind === 'promo'
  const found = await media.stat(key)
  if (!found) {
    log.warn({ key }, 'a file named in films.json is not in the media folder')
    return
  }
  const facts = {
    key,
    contentType: TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    bytes: found.bytes,
    sha256: isMoving ? file.film.sha256 : '',
    durationSeconds: isMoving ? file.film.durationSeconds : null,
  }
  const existing = await db.mediaFile.findFirst({
    where: { videoId, kind, rendition },
    select: { id: true, key: true, sha256: true, bytes: true },
  })
  // What the owner put in its place since stays there.
  if (existing && isUploadedKey(existing.key)) return
  if (existing && existing.key === key && existing.sha256 === facts.sha256 && existing.bytes === facts.bytes)
    return
  if (existing) {
    await db.mediaFile.update({ where: { id: existing.id }, data: facts, select: { id: true } })
    return
  }
  const now = clock.now()
  await db.mediaFile.createMany({
    data: { id: newId(now), videoId, kind, rendition, createdAt: now, ...facts },
    skipDuplicates: true,
  })
}
