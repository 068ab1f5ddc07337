// Draws every illustration of the shop from the thing it teaches and writes its shapes as SVG.
// Run: npm run art
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { heroChart } from './chart.ts'
import { airLaw } from './drawings/air-law.ts'
import { aircraftGeneral } from './drawings/aircraft-general.ts'
import { communications } from './drawings/communications.ts'
import { humanPerformance } from './drawings/human-performance.ts'
import { lost } from './drawings/lost.ts'
import { meteorology } from './drawings/meteorology.ts'
import { navigation } from './drawings/navigation.ts'
import { principlesOfFlight } from './drawings/principles-of-flight.ts'
import { threshold } from './drawings/threshold.ts'
import type { Mark } from './marks.ts'

const target = fileURLToPath(new URL('../../src/client/art/', import.meta.url))

/** What each file shows, and what draws it. */
const SHEETS: Readonly<Record<string, () => Mark[]>> = {
  // A control zone with its tint, a traffic zone, a danger area.
  'air-law': airLaw,
  // The triangle of velocities on a rose.
  navigation,
  // Isobars of a low, a cold front and a warm front.
  meteorology,
  // A Joukowski aerofoil in its streamlines.
  'principles-of-flight': principlesOfFlight,
  // A visual field with its blind spot.
  'human-performance': humanPerformance,
  // A three-pointer altimeter on 1013.
  'aircraft-general': aircraftGeneral,
  // A carrier modulated by a voice, over a call strip.
  communications,
  // The circle of uncertainty after the last fix.
  lost,
  // A runway from short final.
  threshold,
  // An invented country and the route across it.
  'hero-ground': heroChart,
}

for (const [name, draw] of Object.entries(SHEETS)) {
  await writeFile(`${target}${name}.svg`, draw().map(markup).join(''))
}

/** One element, on a line of its own. */
function markup({ tag, attributes, text }: Mark): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  const start = `<${tag}${written.join('')}`
  return text === undefined ? `${start}/>\n` : `${start}>${text}</${tag}>\n`
}
