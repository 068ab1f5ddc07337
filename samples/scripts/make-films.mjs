/**
 * Makes the sample films, their captions, chapters and posters, and lists them in films.json.
 *
 *   node samples/scripts/make-films.mjs                    every film
 *   node samples/scripts/make-films.mjs navigation promo   these alone
 *   node samples/scripts/make-films.mjs navigation --posters   its posters alone
 *   node samples/scripts/make-films.mjs air-law --renditions   its smaller renditions alone
 *   node samples/scripts/make-films.mjs navigation --stills=/tmp/stills   pictures to look at, no film
 *
 * Needs ffmpeg, ffprobe and espeak-ng. The shop itself needs none of them: the films are committed.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCaptions, writeChapters } from './captions.mjs'
import { createStage, drawFrame } from './draw/stage.mjs'
import { frameRate, measure, startEncoder } from './encode.mjs'
import { beatAt, layOut, lengthOf, sceneAt } from './timeline.mjs'
import { loudnessOf, recordTrack, sampleRate, speak, writeWave } from './voice.mjs'

const mediaFolder = fileURLToPath(new URL('../films/', import.meta.url))
const listFile = join(mediaFolder, 'films.json')
const slugs = [
  'air-law',
  'navigation',
  'meteorology',
  'principles-of-flight',
  'human-performance',
  'aircraft-general',
  'communications',
  'promo',
]
const filmHeight = 720
const posterHeight = 540
const largestPoster = 60_000

/** A script is one film and, for the seven, one snippet cut from its scenes. */
async function readScript(slug) {
  const { film } = await import(`./script/${slug}.mjs`)
  const whole = { kind: 'film', category: slug, ...film }
  if (!film.snippet) return [whole]
  const scenes = film.snippet.scenes.map((index) => film.scenes[index])
  return [
    whole,
    {
      ...film,
      slug: `${slug}-snippet`,
      kind: 'snippet',
      title: film.snippet.title,
      scenes,
      category: slug,
      poster: scenes.length - 1,
    },
  ]
}

function prepare(film) {
  const spoken = speak(film.scenes)
  const seconds = spoken.map((sentences) => sentences.map((samples) => samples.length / sampleRate))
  const timeline = layOut(film.scenes, seconds)
  const frames = Math.ceil(lengthOf(timeline) * frameRate)
  const track = recordTrack(timeline, spoken, frames / frameRate)
  return { ...film, timeline, frames, track, loudness: loudnessOf(track) }
}

function drawAt(stage, film, time) {
  const scene = sceneAt(film.timeline, time)
  drawFrame(stage.g, {
    scene: { code: film.code, ...scene },
    beat: beatAt(scene, time - scene.start, film),
    isLast: scene === film.timeline.at(-1),
  })
}

function fileOf({ slug }, height) {
  return height === filmHeight ? `${slug}.mp4` : `${slug}-${height}.mp4`
}

async function encodeFilm(film, height = filmHeight) {
  const file = join(mediaFolder, fileOf(film, height))
  const sound = join(tmpdir(), `${film.slug}-${process.pid}.wav`)
  writeWave(sound, film.track)
  const stage = createStage(height)
  const encoder = startEncoder({ file, width: stage.canvas.width, height: stage.canvas.height, sound })
  for (let frame = 0; frame < film.frames; frame += 1) {
    drawAt(stage, film, frame / frameRate)
    await encoder.write(stage.canvas.data())
  }
  await encoder.finish()
  rmSync(sound)
  return file
}

function posterTime(film) {
  const scene = film.timeline[film.poster]
  return scene.start + scene.duration - 0.6
}

async function makePoster(film) {
  writeFileSync(join(mediaFolder, `${film.slug}.jpg`), await drawPoster(film))
}

async function drawPoster(film) {
  const stage = createStage(posterHeight)
  drawAt(stage, film, posterTime(film))
  for (let quality = 90; quality >= 40; quality -= 10) {
    const picture = await stage.canvas.encode('jpeg', quality)
    if (picture.length <= largestPoster) return picture
  }
  throw new Error(`The poster of ${film.slug} does not fit in ${largestPoster} bytes`)
}

function list(entry) {
  const listed = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : []
  const others = listed.filter(({ file }) => file !== entry.file)
  const rank = ({ slug, height }) =>
    slugs.indexOf(slug.replace(/-snippet$/, '')) + (slug.endsWith('-snippet') ? 100 : 0) - height / 10_000
  const sorted = [...others, entry].sort((a, b) => rank(a) - rank(b))
  writeFileSync(listFile, `${JSON.stringify(sorted, null, 2)}\n`)
}

async function makeFilm(film) {
  const { slug } = film
  const file = await encodeFilm(film)
  const durationSeconds = measure(file)
  const bytes = readFileSync(file)
  writeFileSync(join(mediaFolder, `${slug}.vtt`), writeCaptions(film.timeline))
  writeFileSync(join(mediaFolder, `${slug}.chapters.vtt`), writeChapters(film.timeline, durationSeconds))
  await makePoster(film)
  list({
    slug,
    kind: film.kind,
    category: film.category,
    title: film.title,
    file: `${slug}.mp4`,
    durationSeconds,
    width: 1280,
    height: filmHeight,
    bytes: bytes.length,
    captions: `${slug}.vtt`,
    chapters: `${slug}.chapters.vtt`,
    poster: `${slug}.jpg`,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  process.stdout.write(`${slug}: ${durationSeconds.toFixed(1)} s, ${(bytes.length / 1000).toFixed(0)} kB\n`)
}

/** The same film in a smaller picture, for small screens and slow lines; captions, chapters and poster are the film's. */
async function makeRendition(film, height) {
  const file = await encodeFilm(film, height)
  const bytes = readFileSync(file)
  list({
    slug: film.slug,
    kind: film.kind,
    category: film.category,
    title: film.title,
    file: fileOf(film, height),
    durationSeconds: measure(file),
    width: Math.round((height * 16) / 9),
    height,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  process.stdout.write(`${film.slug} ${height}: ${(bytes.length / 1000).toFixed(0)} kB\n`)
}

/** Pictures of every sentence near its end, for looking a film over before it is encoded. */
async function drawStills(film, folder) {
  mkdirSync(folder, { recursive: true })
  const stage = createStage(posterHeight)
  for (const [s, scene] of film.timeline.entries()) {
    for (const [l, line] of scene.lines.entries()) {
      drawAt(stage, film, scene.start + line.to)
      writeFileSync(join(folder, `${film.slug}-${s}-${l}.png`), await stage.canvas.encode('png'))
    }
  }
  process.stdout.write(`${film.slug}: ${(film.frames / frameRate).toFixed(1)} s\n`)
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const stills = process.argv.find((word) => word.startsWith('--stills='))?.slice('--stills='.length)
mkdirSync(mediaFolder, { recursive: true })
for (const slug of wanted.length > 0 ? wanted : slugs) {
  for (const film of await readScript(slug)) {
    if (stills) await drawStills(prepare(film), stills)
    else if (process.argv.includes('--posters')) await makePoster(prepare(film))
    else {
      const prepared = prepare(film)
      if (!process.argv.includes('--renditions')) await makeFilm(prepared)
      if (film.kind === 'film')
        for (const height of film.renditions ?? []) await makeRendition(prepared, height)
    }
  }
}
