import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { ease } from './motion.mjs'
import * as palette from './palette.mjs'
import { box, fade, text } from './pen.mjs'

/** Scenes are drawn on a sheet of this size, whatever the size of the film. */
const sheet = { width: 960, height: 540 }

const require = createRequire(import.meta.url)
const faces = {
  400: '400Regular/Cabin_400Regular',
  600: '600SemiBold/Cabin_600SemiBold',
  700: '700Bold/Cabin_700Bold',
}
for (const [weight, file] of Object.entries(faces)) {
  GlobalFonts.registerFromPath(require.resolve(`@expo-google-fonts/cabin/${file}.ttf`), `Film ${weight}`)
}

/** A canvas of `height` lines on which scenes draw in sheet units. */
export function createStage(height) {
  const scale = height / sheet.height
  const canvas = createCanvas(Math.round(sheet.width * scale), height)
  const g = canvas.getContext('2d')
  g.scale(scale, scale)
  return { canvas, g }
}

function drawSampleMark(g) {
  box(g, [806, 22], [132, 32], { colour: palette.soft, width: 1.5, fill: palette.ground })
  text(g, [872, 44], 'SAMPLE FILM', { size: 17, weight: 600, align: 'center', colour: palette.ink })
}

function drawHeading(g, subject, chapter) {
  text(g, [40, 44], subject.code, { size: 17, weight: 700, colour: subject.colour })
  text(g, [84, 44], chapter, { size: 20, weight: 600 })
}

/** One whole frame: ground, scene, chapter heading and the mark that says this is a sample. The last scene stays until the end. */
export function drawFrame(g, { scene, beat, isLast }) {
  const subject = { code: scene.code, ...palette.subjects[scene.code] }
  g.fillStyle = palette.ground
  g.fillRect(0, 0, sheet.width, sheet.height)
  const end = isLast ? 1 : ease((beat.duration - beat.time) / 0.35)
  const alpha = Math.min(ease(beat.time / 0.45), end)
  fade(g, alpha, () => {
    if (scene.heading !== false) drawHeading(g, subject, scene.chapter)
    scene.draw(g, beat, subject)
  })
  drawSampleMark(g)
}
