import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import type { SubjectArt } from '#client/site/page-data.ts'
import { SHOP_NAME } from '#client/site/page-meta.ts'
import { SHARE_PICTURE_SIZE, type SharePicture } from '#client/site/share-picture.ts'
import { CATEGORIES, type CategorySlug } from '#shared/catalog/catalog.ts'
import { drawBrandMark } from './draw-brand-mark.ts'
import { drawMarks, drawSymbol, readMarks } from './draw-marks.ts'
import { COLOURS, SUBJECT_COLOURS } from './share-colours.ts'

const { width, height } = SHARE_PICTURE_SIZE
/** The sheet's border; inside it the words stand left and the drawing right. */
const EDGE = 30
const FOLD = 520
const WORDS = { left: 78, width: FOLD - 78 - 36 }

const require = createRequire(import.meta.url)
const FACES = {
  400: '400Regular/Cabin_400Regular',
  600: '600SemiBold/Cabin_600SemiBold',
  700: '700Bold/Cabin_700Bold',
}

type Draw = (category: CategorySlug) => SubjectArt
type Box = { x: number; y: number; width: number; height: number }

/** The picture of a video or of the shop, as PNG: a chart sheet with the words left and what is taught right. */
export async function drawSharePicture(picture: SharePicture, drawSubject: Draw): Promise<Buffer> {
  loadFaces()
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  fillBox(g, { x: 0, y: 0, width, height }, COLOURS.paper)
  const sheet = { x: FOLD, y: EDGE, width: width - EDGE - FOLD, height: height - 2 * EDGE }
  const [subject, ...others] = picture.subjects
  if (subject && others.length === 0) {
    drawSheet(g, sheet, { subject, art: drawSubject(subject) })
  } else {
    drawFold(g, sheet, { subjects: picture.subjects, drawSubject })
  }
  drawFrame(g)
  drawBrand(g, { x: WORDS.left, y: 76 })
  writeWords(g, picture)
  if (subject && others.length === 0) drawTag(g, subject, drawSubject(subject))
  return canvas.encode('png')
}

function loadFaces(): void {
  for (const [weight, file] of Object.entries(FACES)) {
    const family = `Cabin ${weight}`
    if (!GlobalFonts.has(family)) {
      GlobalFonts.registerFromPath(require.resolve(`@expo-google-fonts/cabin/${file}.ttf`), family)
    }
  }
}

function drawSheet(
  g: SKRSContext2D,
  box: Box,
  { subject, art }: { subject: CategorySlug; art: SubjectArt },
): void {
  fillBox(g, box, COLOURS.paper)
  showPart(g, { box, view: { x: 0, y: 0, width: 320, height: 200 }, margin: 22 }, () =>
    drawMarks(g, readMarks(art.drawing), SUBJECT_COLOURS[subject]),
  )
}

/** The library folded into panels, as on the home page: a video each, and the cover. */
function drawFold(
  g: SKRSContext2D,
  { x, y, width: whole, height: tall }: Box,
  { subjects, drawSubject }: { subjects: readonly CategorySlug[]; drawSubject: Draw },
): void {
  const columns = 3
  const rows = Math.ceil((subjects.length + 1) / columns)
  const [across, down] = [whole / columns, tall / rows]
  const panelAt = (index: number): Box => ({
    x: x + (index % columns) * across,
    y: y + Math.floor(index / columns) * down,
    width: across,
    height: down,
  })
  fillBox(g, { x, y, width: whole, height: tall }, COLOURS.cover)
  for (const [index, subject] of subjects.entries()) {
    const box = panelAt(index)
    const art = drawSubject(subject)
    const [left = 0, top = 0, wide = 320, high = 200] = art.close.split(' ').map(Number)
    fillBox(g, box, COLOURS.paper)
    showPart(g, { box, view: { x: left, y: top, width: wide, height: high }, margin: 0 }, () =>
      drawMarks(g, readMarks(art.drawing), SUBJECT_COLOURS[subject]),
    )
    strokeBox(g, box, 2)
  }
  const cover = panelAt(subjects.length)
  const middle = (cover.x + x + whole) / 2
  g.font = '30px "Cabin 600"'
  g.fillStyle = COLOURS['on-cover']
  g.textAlign = 'center'
  g.fillText('Complete package', middle, cover.y + cover.height / 2 + 10)
  g.textAlign = 'start'
}

type Part = { box: Box; view: Box; margin: number }

/** Draws `view`, in units of the drawing, whole and centred in `box`. */
function showPart(g: SKRSContext2D, { box, view, margin }: Part, draw: () => void): void {
  const [across, down] = [(box.width - 2 * margin) / view.width, (box.height - 2 * margin) / view.height]
  const scale = Math.min(across, down)
  g.save()
  g.beginPath()
  g.rect(box.x, box.y, box.width, box.height)
  g.clip()
  g.translate(box.x + box.width / 2, box.y + box.height / 2)
  g.scale(scale, scale)
  g.translate(-view.x - view.width / 2, -view.y - view.height / 2)
  draw()
  g.restore()
}

function drawFrame(g: SKRSContext2D): void {
  strokeBox(g, { x: EDGE, y: EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE }, 2)
  strokeBox(g, { x: EDGE - 9, y: EDGE - 9, width: width - 2 * EDGE + 18, height: height - 2 * EDGE + 18 }, 2)
  fillBox(g, { x: FOLD - 1, y: EDGE, width: 2, height: height - 2 * EDGE }, COLOURS.ink)
}

/** The mark of the shop, an aerodrome as a chart draws it, and its name. */
function drawBrand(g: SKRSContext2D, { x, y }: { x: number; y: number }): void {
  g.save()
  g.translate(x, y)
  g.scale(1.6, 1.6)
  drawBrandMark(g, { colour: COLOURS.track, lines: 2, bar: 4 })
  g.restore()
  g.font = '34px "Cabin 700"'
  g.fillStyle = COLOURS.ink
  g.fillText(SHOP_NAME, x + 62, y + 36)
}

/** Code and symbol go with the colour. */
function drawTag(g: SKRSContext2D, subject: CategorySlug, { symbol }: SubjectArt): void {
  const colour = SUBJECT_COLOURS[subject]
  const top = 196
  g.save()
  g.translate(WORDS.left, top)
  g.scale(2, 2)
  drawSymbol(g, readMarks(symbol), colour)
  g.restore()
  g.font = '32px "Cabin 600"'
  g.fillStyle = colour
  g.fillText(CATEGORIES.find(({ slug }) => slug === subject)?.code ?? '', WORDS.left + 62, top + 35)
}

/** The title as large as it goes in four lines, and what it is below it. */
function writeWords(g: SKRSContext2D, { title, line }: SharePicture): void {
  const { size, lines } = fitTitle(g, title)
  const leading = size * 1.08
  let y = 292 + size * 0.5
  g.fillStyle = COLOURS.ink
  g.font = `${size}px "Cabin 700"`
  for (const words of lines) {
    g.fillText(words, WORDS.left, y)
    y += leading
  }
  g.font = '27px "Cabin 400"'
  g.fillStyle = COLOURS['ink-2']
  const below = wrap(g, line)
  below.forEach((words, index) => {
    g.fillText(words, WORDS.left, height - 76 - (below.length - 1 - index) * 36)
  })
}

function fitTitle(g: SKRSContext2D, title: string): { size: number; lines: string[] } {
  for (const size of [66, 58, 50, 44, 38, 32]) {
    g.font = `${size}px "Cabin 700"`
    const lines = wrap(g, title)
    const isInside = lines.every((words) => g.measureText(words).width <= WORDS.width)
    if (isInside && lines.length * size * 1.08 <= 220) return { size, lines }
  }
  return { size: 32, lines: wrap(g, title).slice(0, 6) }
}

function wrap(g: SKRSContext2D, text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.length > 0 && g.measureText(longer).width <= WORDS.width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function fillBox(g: SKRSContext2D, box: Box, colour: string): void {
  g.fillStyle = colour
  g.fillRect(box.x, box.y, box.width, box.height)
}

function strokeBox(g: SKRSContext2D, box: Box, line: number): void {
  Object.assign(g, { strokeStyle: COLOURS.ink, lineWidth: line })
  g.strokeRect(box.x, box.y, box.width, box.height)
}
