import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { COLOURS } from './share-colours.ts'

export type Mark = {
  tag: string
  classes: ReadonlySet<string>
  attributes: Readonly<Record<string, string>>
  text: string
}

/** What the classes of the drawings mean; the same as in src/client/art/drawing.css. */
const FILLS: Readonly<Record<string, string>> = {
  'ink-fill': COLOURS.ink,
  'paper-fill': COLOURS.paper,
  'ground-low': COLOURS.g1,
  'ground-middle': COLOURS.g2,
}
const TINTS: Readonly<Record<string, number>> = {
  'subject-fill': 1,
  'subject-tint': 0.13,
  'subject-shade': 0.2,
  'subject-band': 0.22,
}
const SIZES: Readonly<Record<string, number>> = {
  'small-label': 9.5,
  'strip-label': 12.5,
  'large-label': 16,
  'huge-label': 24,
}

/** The shapes and words of SVG that was written by our own components. */
export function readMarks(svg: string): Mark[] {
  return [...svg.matchAll(/<(circle|ellipse|path|rect|text)\b([^>]*)>([^<]*)/g)].map(
    ([, tag = '', written = '', text = '']) => {
      const attributes = Object.fromEntries(
        [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      )
      return { tag, classes: new Set((attributes.class ?? '').split(' ')), attributes, text }
    },
  )
}

/** Draws the marks of a subject's sheet in their own units, in the order in which they stand. */
export function drawMarks(g: SKRSContext2D, marks: readonly Mark[], subject: string): void {
  for (const mark of marks) {
    if (mark.tag === 'text') drawWords(g, mark, subject)
    else drawShape(g, mark, subject)
  }
}

/** A symbol is lines of one colour, solid where it says so. */
export function drawSymbol(g: SKRSContext2D, marks: readonly Mark[], colour: string): void {
  g.save()
  Object.assign(g, {
    lineWidth: 1.8,
    lineCap: 'round',
    lineJoin: 'round',
    strokeStyle: colour,
    fillStyle: colour,
  })
  for (const mark of marks) {
    const path = pathOf(mark)
    g.setLineDash(dashOf(mark))
    if (mark.classes.has('symbol-solid')) g.fill(path)
    g.stroke(path)
  }
  g.restore()
}

function drawShape(g: SKRSContext2D, mark: Mark, subject: string): void {
  const path = pathOf(mark)
  g.save()
  for (const name of mark.classes) {
    const tint = TINTS[name]
    const fill = FILLS[name] ?? (tint && subject)
    if (!fill) continue
    g.globalAlpha = tint ?? 1
    g.fillStyle = fill
    g.fill(path, name === 'subject-band' ? 'evenodd' : 'nonzero')
  }
  const stroke = strokeOf(mark, subject)
  if (stroke !== null) {
    const isFine = mark.classes.has('fine')
    g.globalAlpha = isFine ? 0.6 : 1
    g.strokeStyle = stroke
    g.lineWidth = isFine ? 0.7 : Number(mark.attributes['stroke-width'] ?? 1.1)
    g.lineCap = mark.classes.has('butt-ends') ? 'butt' : 'round'
    g.lineJoin = 'round'
    g.setLineDash(dashOf(mark))
    g.lineDashOffset = Number(mark.attributes['stroke-dashoffset'] ?? 0) * unitOf(mark)
    g.stroke(path)
  }
  g.restore()
}

function strokeOf({ classes }: Mark, subject: string): string | null {
  if (classes.has('subject-line')) return subject
  if (classes.has('water-line')) return COLOURS.water
  return classes.has('ink-line') ? COLOURS.ink : null
}

function drawWords(g: SKRSContext2D, { classes, attributes, text }: Mark, subject: string): void {
  const size = Object.entries(SIZES).find(([name]) => classes.has(name))?.[1] ?? 11
  const [x, y] = [Number(attributes.x), Number(attributes.y)]
  g.save()
  g.font = `${size}px "Cabin ${classes.has('bold') ? 700 : 400}"`
  g.textAlign =
    attributes['text-anchor'] === 'middle' ? 'center' : attributes['text-anchor'] === 'end' ? 'end' : 'start'
  if (classes.has('halo')) {
    Object.assign(g, { strokeStyle: COLOURS.paper, lineWidth: 3, lineJoin: 'round' })
    g.strokeText(text, x, y)
  }
  g.fillStyle = classes.has('subject-fill')
    ? subject
    : classes.has('paper-fill')
      ? COLOURS.paper
      : COLOURS.ink
  g.fillText(text, x, y)
  g.restore()
}

function pathOf({ tag, attributes }: Mark): Path2D {
  const number = (name: string) => Number(attributes[name] ?? 0)
  if (tag === 'path') return new Path2D(attributes.d ?? '')
  const path = new Path2D()
  if (tag === 'rect') path.rect(number('x'), number('y'), number('width'), number('height'))
  else {
    const rx = number(tag === 'circle' ? 'r' : 'rx')
    const ry = number(tag === 'circle' ? 'r' : 'ry')
    path.ellipse(number('cx'), number('cy'), rx, ry, 0, 0, 2 * Math.PI)
  }
  return path
}

function dashOf(mark: Mark): number[] {
  const written = mark.attributes['stroke-dasharray']
  if (!written) return []
  return written.split(/[ ,]+/).map((part) => Number(part) * unitOf(mark))
}

/** A circle may count its own length in units of its choice (`pathLength`). */
function unitOf({ attributes: { pathLength, r } }: Mark): number {
  return pathLength ? (2 * Math.PI * Number(r)) / Number(pathLength) : 1
}
