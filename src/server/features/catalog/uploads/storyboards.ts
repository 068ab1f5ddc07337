import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { newId } from '#server/infra/ids.ts'
import { type CheckedFile, keyOfContents } from '#server/infra/media-writer.ts'
import { storyboardMostBytes } from '#shared/catalog/storyboard.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'

export type Storyboard = { content: Uint8Array; contentType: 'image/jpeg' | 'image/webp'; ending: string }

/**
 * The storyboard that the admin's browser made of a video, by its first bytes and its size.
 *
 * @throws ShopError BAD_INPUT
 */
export function readStoryboard(base64: string, durationSeconds: number): Storyboard {
  const content = Buffer.from(base64, 'base64')
  const isWebp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'
  const isJpeg = content.toString('hex', 0, 3) === 'ffd8ff'
  if ((!isWebp && !isJpeg) || content.length > storyboardMostBytes(durationSeconds)) {
    throw new ShopError('BAD_INPUT', { message: mediaErrors.badStoryboard })
  }
  return isWebp
    ? { content, contentType: 'image/webp', ending: 'webp' }
    : { content, contentType: 'image/jpeg', ending: 'jpg' }
}

/** Step: puts a storyboard into the media store, under the name of its contents. */
export async function storeStoryboard(
  { clock, mediaWriter }: Pick<Deps, 'clock' | 'mediaWriter'>,
  { content, contentType, ending }: Storyboard,
): Promise<CheckedFile> {
  const id = newId(clock.now())
  await mediaWriter.write(id, content)
  const sha256 = await mediaWriter.digest(id)
  const file = { key: keyOfContents(sha256, ending), contentType, sha256, bytes: content.length }
  await mediaWriter.publish(id, file)
  await mediaWriter.discard(id)
  return file
}
