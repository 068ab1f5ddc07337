import type { SharePicture } from '#client/site/share-picture.ts'
import { makeReady, type ReadyFile } from './ready-file.ts'
import type { Pages } from './render-pages.ts'

const ADDRESS = /^\/og\/([^/]+)\.png$/
const FOR_A_DAY = 'public, max-age=86400'

/**
 * The pictures that shared links show. Each is drawn on its first request, one at a time, and kept until what
 * stands on it changes: there are never more than the pages have.
 */
export function createSharePictures(pages: Pick<Pages, 'findPicture' | 'drawSubject'>) {
  const drawn = new Map<string, { edition: string; file: Promise<ReadyFile> }>()
  let last: Promise<unknown> = Promise.resolve()

  function draw(picture: SharePicture): Promise<ReadyFile> {
    const drawing = last.then(async () => {
      // Only a process that serves a picture loads the renderer.
      const { drawSharePicture } = await import('./draw-share-picture.ts')
      const content = await drawSharePicture(picture, pages.drawSubject)
      return makeReady(content, { contentType: 'image/png', cacheControl: FOR_A_DAY })
    })
    last = drawing.catch(() => undefined)
    return drawing
  }

  return {
    /** Null where there is no such picture. */
    find(path: string): Promise<ReadyFile> | null {
      const [, name = ''] = ADDRESS.exec(path) ?? []
      const picture = pages.findPicture(name)
      if (picture === null) {
        drawn.delete(name)
        return null
      }
      const edition = JSON.stringify(picture)
      const known = drawn.get(name)
      if (known?.edition === edition) return known.file
      const file = draw(picture)
      drawn.set(name, { edition, file })
      // What failed once may work the next time.
      file.catch(() => drawn.delete(name))
      return file
    },
  }
}
