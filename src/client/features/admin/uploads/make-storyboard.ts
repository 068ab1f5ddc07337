import {
  pictureAt,
  STORYBOARD_COLUMNS,
  storyboardLayout,
  storyboardMostBytes,
} from '#shared/catalog/storyboard.ts'

const WIDTH = 160
/** Picture widths to try, and how strongly to compress them: the first that is small enough is taken. */
const SIZES = [
  { width: WIDTH, qualities: [0.7, 0.5, 0.35] },
  { width: 128, qualities: [0.5, 0.35] },
  { width: 96, qualities: [0.4, 0.25, 0.1] },
]
/** Where a browser cannot show a video, nothing comes. */
const LONGEST_WAIT_MS = 30_000

/**
 * The storyboard of a video as base64, drawn from the video itself. The server takes no pictures from videos: a browser
 * can play what the shop sells, and needs nothing installed.
 *
 * @throws Error where this browser cannot
 */
export async function makeStoryboard(
  url: string,
  onPicture: (done: number, pictures: number) => void = () => undefined,
): Promise<string> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = url
  try {
    await happens(video, 'loadeddata')
    const layout = storyboardLayout(video.duration)
    const canvas = await drawPictures(video, layout, onPicture)
    return await compress(canvas, layout.rows, storyboardMostBytes(video.duration))
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

async function drawPictures(
  video: HTMLVideoElement,
  layout: ReturnType<typeof storyboardLayout>,
  onPicture: (done: number, pictures: number) => void,
): Promise<HTMLCanvasElement> {
  const [canvas, pen] = createCanvas(WIDTH, layout.rows)
  const tile = { width: canvas.width / STORYBOARD_COLUMNS, height: canvas.height / layout.rows }
  const scale = Math.min(tile.width / video.videoWidth, tile.height / video.videoHeight)
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale]
  for (let index = 0; index < layout.pictures; index += 1) {
    // The middle of what the picture stands for.
    const seconds = Math.min((index + 0.5) * layout.everySeconds, video.duration - 0.1)
    const sought = happens(video, 'seeked')
    video.currentTime = Math.max(0, seconds)
    await sought
    const { column, row } = pictureAt(layout, index * layout.everySeconds)
    const left = column * tile.width + (tile.width - width) / 2
    const top = row * tile.height + (tile.height - height) / 2
    pen.drawImage(video, left, top, width, height)
    onPicture(index + 1, layout.pictures)
  }
  return canvas
}

async function compress(full: HTMLCanvasElement, rows: number, mostBytes: number): Promise<string> {
  for (const { width, qualities } of SIZES) {
    const [canvas, pen] = createCanvas(width, rows)
    pen.drawImage(full, 0, 0, canvas.width, canvas.height)
    for (const quality of qualities) {
      const image = await encode(canvas, quality)
      if (image.size <= mostBytes) return toBase64(image)
    }
  }
  throw new Error('The storyboard is too large')
}

/** Pictures of 16 by 9, whatever the shape of the video. */
function createCanvas(pictureWidth: number, rows: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = pictureWidth * STORYBOARD_COLUMNS
  canvas.height = (pictureWidth * 9 * rows) / 16
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  return [canvas, pen]
}

/** Safari makes no WebP, and answers with PNG. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  for (const type of ['image/webp', 'image/jpeg']) {
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (image?.type === type) return image
  }
  throw new Error('No picture')
}

async function toBase64(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function happens(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController()
    const settle = (act: () => void) => {
      clearTimeout(timer)
      stop.abort()
      act()
    }
    const fail = () => settle(() => reject(new Error('The video cannot be read')))
    const timer = setTimeout(fail, LONGEST_WAIT_MS)
    video.addEventListener(event, () => settle(resolve), { signal: stop.signal })
    video.addEventListener('error', fail, { signal: stop.signal })
  })
}
