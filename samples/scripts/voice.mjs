import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const sampleRate = 22050
const wordsPerMinute = 160

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const spell = (figures) => [...figures].map((figure) => digits[Number(figure)] ?? figure).join(' ')

/** Turns a caption into words for the synthesiser: headings and pressures digit by digit, units in full. */
function speakable(caption) {
  return caption
    .replace(/\b(\d{3})°/g, (_, figures) => `${spell(figures)} degrees`)
    .replace(/(\d)°/g, '$1 degrees')
    .replace(/\b(9\d\d|1013)\b/g, (pressure) => spell(pressure))
    .replace(/\b(\d),(\d{3})\b/g, '$1$2')
    .replace(/\bQNH\b/g, 'Q N H')
    .replace(/\bQFE\b/g, 'Q F E')
    .replace(/\bkt\b/g, 'knots')
    .replace(/\bhPa\b/g, 'hectopascals')
    .replace(/\bft\b/g, 'feet')
}

function synthesise(words, folder) {
  const file = join(folder, 'sentence.wav')
  execFileSync('espeak-ng', ['-v', 'en-gb', '-s', String(wordsPerMinute), '-g', '1', '-w', file, words])
  const wave = readFileSync(file)
  const data = wave.indexOf('data', 12, 'latin1') + 8
  return trimSilence(new Int16Array(wave.buffer.slice(wave.byteOffset + data, wave.byteOffset + wave.length)))
}

/** Sentences are spaced by the timeline, so the synthesiser's own silence at both ends goes. */
function trimSilence(samples) {
  const loud = (sample) => Math.abs(sample) > 90
  const first = samples.findIndex(loud)
  const last = samples.findLastIndex(loud)
  return samples.slice(Math.max(0, first - 400), last + 1200)
}

/** Speaks every sentence of every scene; returns samples in the same nesting. */
export function speak(scenes) {
  const folder = mkdtempSync(join(tmpdir(), 'film-voice-'))
  const spoken = scenes.map((scene) =>
    scene.lines.map((line) => synthesise(line.say ?? speakable(line.caption), folder)),
  )
  rmSync(folder, { recursive: true })
  return spoken
}

/** Lays the sentences on one track of `seconds`. */
export function recordTrack(timeline, spoken, seconds) {
  const track = new Int16Array(Math.round(seconds * sampleRate))
  timeline.forEach((scene, s) => {
    scene.lines.forEach((line, l) => {
      track.set(spoken[s][l], Math.round((scene.start + line.from) * sampleRate))
    })
  })
  return track
}

/** Loudness of a track at a moment, measured over a fiftieth of a second, 0 to 1. */
export function loudnessOf(track) {
  const window = Math.round(sampleRate / 50)
  return (seconds) => {
    const from = Math.round(seconds * sampleRate)
    if (from < 0 || from + window > track.length) return 0
    let sum = 0
    for (let i = from; i < from + window; i += 1) sum += track[i] ** 2
    return Math.min(1, Math.sqrt(sum / window) / 9000)
  }
}

export function writeWave(file, track) {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + track.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(track.byteLength, 40)
  writeFileSync(file, Buffer.concat([header, Buffer.from(track.buffer)]))
}
