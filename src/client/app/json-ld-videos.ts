import type { VideoObject } from 'schema-dts'
import type { PageData, PageDetails } from '#client/site/page-data.ts'
import type { Preview } from '#shared/schemas/catalog.ts'

type About = { description: string; data: PageData; details: PageDetails }

/** A piece of video that plays for everybody; none where its still, its length or its day is not known. */
export function videoOf(piece: Preview, { description, data, details }: About): VideoObject[] {
  const file = details.previews[piece.src]
  if (!file || file.durationSeconds === null || piece.posterUrl === null) return []
  const { publicUrl } = data
  return [
    {
      '@type': 'VideoObject',
      name: piece.categorySlug === null ? piece.title : `${piece.title}: a free piece`,
      description,
      thumbnailUrl: publicUrl + piece.posterUrl,
      uploadDate: file.publishedAt,
      duration: `PT${Math.max(1, Math.round(file.durationSeconds))}S`,
      contentUrl: publicUrl + piece.src,
      inLanguage: 'en-GB',
      isFamilyFriendly: true,
      publisher: { '@id': `${publicUrl}/#organization` },
    },
  ]
}
