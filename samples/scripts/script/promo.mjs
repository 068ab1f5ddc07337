import { borrowScene } from '../draw/borrowed.mjs'
import { summaryCard, titleCard } from '../draw/title-card.mjs'
import { film as airLaw } from './air-law.mjs'
import { film as aircraftGeneral } from './aircraft-general.mjs'
import { film as communications } from './communications.mjs'
import { film as humanPerformance } from './human-performance.mjs'
import { film as meteorology } from './meteorology.mjs'
import { film as navigation } from './navigation.mjs'
import { film as principlesOfFlight } from './principles-of-flight.mjs'

function glimpse(from, scene, chapter, caption) {
  return borrowScene({ from, scene, code: from.code, chapter, sentence: { caption } })
}

export const film = {
  slug: 'promo',
  kind: 'promo',
  category: null,
  code: 'PPL',
  title: 'Seven films',
  poster: 2,
  scenes: [
    titleCard({
      chapter: 'Seven films',
      subject: 'Private pilot theory',
      title: 'Seven subjects, seven films',
    }),
    glimpse(airLaw, 4, 'Air Law', 'Air law: who gives way to whom.'),
    glimpse(navigation, 3, 'Navigation', 'Navigation: a triangle that says where to point the nose.'),
    glimpse(meteorology, 1, 'Meteorology', 'Meteorology: what the sky is about to do.'),
    glimpse(
      principlesOfFlight,
      1,
      'Principles of Flight',
      'Principles of flight: why a wing lifts, and when it stops.',
    ),
    glimpse(humanPerformance, 1, 'Human Performance', 'Human performance: what height does to the pilot.'),
    glimpse(aircraftGeneral, 3, 'Aircraft General', 'Aircraft general: what the instruments really measure.'),
    glimpse(communications, 3, 'Communications', 'Communications: what to say, and in which order.'),
    summaryCard({
      chapter: 'How it works',
      captions: [
        'Buy one film, or all seven. Stop where you like, and go on from there.',
        'They help you study. The training itself you do with your school.',
      ],
      points: [
        'One film, or all seven',
        'Chapters and captions',
        'Goes on from where you stopped',
        'A study aid beside your training',
      ],
    }),
  ],
}
