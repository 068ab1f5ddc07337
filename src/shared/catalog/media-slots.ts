/** What a file in the catalog is, and so how it is checked. */
export type MediaForm = 'film' | 'words' | 'chapters' | 'image'

type Place = {
  kind: 'film' | 'captions' | 'chapters' | 'poster' | 'snippet' | 'promo'
  rendition: '' | 'snippet' | 'promo'
}
type SlotEntry = Place & { form: MediaForm; name: string; belongsTo: 'video' | 'shop' }

/**
 * Every place in the catalog that holds a file: where it is kept, what it must be, and what people call it. The
 * promo video and what lies beside it belong to the shop, everything else to one video.
 */
export const MEDIA_SLOTS = {
  film: { kind: 'film', rendition: '', form: 'film', name: 'Film', belongsTo: 'video' },
  captions: { kind: 'captions', rendition: '', form: 'words', name: 'Captions', belongsTo: 'video' },
  chapters: { kind: 'chapters', rendition: '', form: 'chapters', name: 'Chapters', belongsTo: 'video' },
  image: { kind: 'poster', rendition: '', form: 'image', name: 'Image', belongsTo: 'video' },
  snippet: { kind: 'snippet', rendition: '', form: 'film', name: 'Free piece', belongsTo: 'video' },
  snippetCaptions: {
    kind: 'captions',
    rendition: 'snippet',
    form: 'words',
    name: 'Captions of the free piece',
    belongsTo: 'video',
  },
  snippetImage: {
    kind: 'poster',
    rendition: 'snippet',
    form: 'image',
    name: 'Image of the free piece',
    belongsTo: 'video',
  },
  promo: { kind: 'promo', rendition: '', form: 'film', name: 'Promo film', belongsTo: 'shop' },
  promoCaptions: {
    kind: 'captions',
    rendition: 'promo',
    form: 'words',
    name: 'Captions of the promo film',
    belongsTo: 'shop',
  },
  promoImage: {
    kind: 'poster',
    rendition: 'promo',
    form: 'image',
    name: 'Image of the promo film',
    belongsTo: 'shop',
  },
} as const satisfies Record<string, SlotEntry>

export type MediaSlot = keyof typeof MEDIA_SLOTS

export const MEDIA_SLOT_NAMES = Object.keys(MEDIA_SLOTS) as MediaSlot[]

/** The slot of a stored file; null for one that no slot holds, such as a smaller rendition of a video. */
export function slotOf(file: { kind: string; rendition: string }): MediaSlot | null {
  return (
    MEDIA_SLOT_NAMES.find((name) => {
      const { kind, rendition } = MEDIA_SLOTS[name]
      return kind === file.kind && rendition === file.rendition
    }) ?? null
  )
}

const MEBIBYTE = 1024 * 1024

/** The most bytes a file of this form may have; videos have the shop's own setting. */
export const LARGEST_BYTES: Readonly<Record<Exclude<MediaForm, 'film'>, number>> = {
  words: 2 * MEBIBYTE,
  chapters: 2 * MEBIBYTE,
  image: 10 * MEBIBYTE,
}

/** What a file field offers to choose from, by form: the endings and types of HTML's `accept`. */
export const ACCEPTED_FILES: Readonly<Record<MediaForm, string>> = {
  film: '.mp4,.m4v,video/mp4',
  words: '.vtt,text/vtt',
  chapters: '.vtt,text/vtt',
  image: '.jpg,.jpeg,.png,image/jpeg,image/png',
}

/** Bytes as people read them: "940 kB", "1.4 MB", "2.31 GB" (SI, as file managers show them). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`
}
