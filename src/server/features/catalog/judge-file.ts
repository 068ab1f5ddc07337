import type { Deps } from '#server/deps.ts'
import type { MediaForm } from '#shared/catalog/media-slots.ts'
import { mediaFaults, mediaRemarks } from '#shared/messages/catalog.ts'
import { readImage } from './media-image.ts'
import { type Finding, readMp4 } from './media-mp4.ts'
import { readVtt } from './media-vtt.ts'

export type FileFacts = {
  contentType: string
  ending: string
  durationSeconds: number | null
  width: number | null
  height: number | null
  remarks: string[]
}

/** Fewer lines look poor on a television. */
const LOW_PICTURE_LINES = 720

type Judged = { id: string; form: MediaForm; bytes: number; filmSeconds: number | null }

/**
 * Reads an upload and says what it is, or why it cannot be used. What it is called and what the browser took it for
 * does not count: the bytes do. `filmSeconds` is the length of the film that captions and chapters belong to.
 */
export async function judgeFile(
  { mediaWriter }: Pick<Deps, 'mediaWriter'>,
  { id, form, bytes, filmSeconds }: Judged,
): Promise<Finding<FileFacts>> {
  if (form === 'film')
    return judgeFilm(await readMp4((at, length) => mediaWriter.read(id, at, length), bytes))
  const content = await mediaWriter.read(id, 0, bytes)
  return form === 'image' ? judgeImage(content) : judgeWords(content, form, filmSeconds)
}

function judgeFilm(found: Awaited<ReturnType<typeof readMp4>>): Finding<FileFacts> {
  if ('fault' in found) return found
  const { durationSeconds, width, height, hasSound } = found.facts
  const remarks = [
    ...(hasSound ? [] : [mediaRemarks.noSound]),
    ...(height < LOW_PICTURE_LINES ? [mediaRemarks.lowPicture(height)] : []),
  ]
  return { facts: { contentType: 'video/mp4', ending: 'mp4', durationSeconds, width, height, remarks } }
}

function judgeImage(content: Uint8Array): Finding<FileFacts> {
  const found = readImage(content)
  if ('fault' in found) return found
  const { contentType, width, height } = found.facts
  const ending = contentType === 'image/png' ? 'png' : 'jpg'
  return { facts: { contentType, ending, durationSeconds: null, width, height, remarks: [] } }
}

function judgeWords(
  content: Uint8Array,
  form: 'words' | 'chapters',
  filmSeconds: number | null,
): Finding<FileFacts> {
  const text = decode(content)
  if (text === null) return { fault: mediaFaults.notUtf8 }
  const found = readVtt(text, form)
  if ('fault' in found) return found
  const isLonger = filmSeconds !== null && found.facts.lastSeconds > filmSeconds + 1
  return {
    facts: {
      contentType: 'text/vtt; charset=utf-8',
      ending: 'vtt',
      durationSeconds: null,
      width: null,
      height: null,
      remarks: isLonger ? [mediaRemarks.pastTheEnd] : [],
    },
  }
}

/** Null where the bytes are not UTF-8. */
function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}
