import type { CategorySlug } from '#shared/catalog/catalog.ts'

/** The design system's light tokens that pictures need; a test holds them against tokens.css. */
export const COLOURS = {
  sheet: '#f1f4f2',
  paper: '#ffffff',
  ink: '#13202b',
  'ink-2': '#475768',
  cover: '#13202b',
  'on-cover': '#f1f4f2',
  track: '#a8135f',
  g1: '#e6edd6',
  g2: '#d6e0bf',
  water: '#3d87b3',
  law: '#532d4e',
  nav: '#1060d9',
  met: '#007085',
  pof: '#3f20a6',
  hpl: '#1f764f',
  agk: '#935b03',
  com: '#7f1a00',
} as const

export const SUBJECT_COLOURS: Readonly<Record<CategorySlug, string>> = {
  'air-law': COLOURS.law,
  navigation: COLOURS.nav,
  meteorology: COLOURS.met,
  'principles-of-flight': COLOURS.pof,
  'human-performance': COLOURS.hpl,
  'aircraft-general': COLOURS.agk,
  communications: COLOURS.com,
}
