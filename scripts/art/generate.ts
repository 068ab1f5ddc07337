// Draws every illustration of the shop from the thing it teaches and writes it as a React component.
// Run: npx tsx scripts/art/generate.ts && npx biome check --write src/client/art
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
import { writeComponent } from './write-component.ts'

const target = fileURLToPath(new URL('../../src/client/art/', import.meta.url))

const SHEETS = [
  ['air-law', 'AirLawMarks', 'A control zone with its tint, a traffic zone, a danger area.', airLaw],
  ['navigation', 'NavigationMarks', 'The triangle of velocities on a rose.', navigation],
  ['meteorology', 'MeteorologyMarks', 'Isobars of a low, a cold front and a warm front.', meteorology],
  [
    'principles-of-flight',
    'PrinciplesOfFlightMarks',
    'A Joukowski aerofoil in its streamlines.',
    principlesOfFlight,
  ],
  ['human-performance', 'HumanPerformanceMarks', 'A visual field with its blind spot.', humanPerformance],
  ['aircraft-general', 'AircraftGeneralMarks', 'A three-pointer altimeter on 1013.', aircraftGeneral],
  [
    'communications',
    'CommunicationsMarks',
    'A carrier modulated by a voice, over a call strip.',
    communications,
  ],
  ['lost', 'LostMarks', 'The circle of uncertainty after the last fix.', lost],
  ['threshold', 'ThresholdMarks', 'A runway from short final.', threshold],
  ['hero-ground', 'HeroGround', 'An invented country and the route across it.', heroChart],
] as const

for (const [file, name, comment, draw] of SHEETS) {
  const className = name === 'HeroGround' ? 'ground' : 'marks'
  const source = writeComponent({ name, comment, className, marks: draw() })
  await writeFile(`${target}${file}-marks.tsx`.replace('hero-ground-marks', 'hero-ground'), source)
}
