/** Colours of the films: the shop's dark sheet, one colour to a subject. */
export const ground = '#0a1219'
export const ink = '#e9eff2'
export const soft = '#a7b5c0'
export const faint = '#5b6b78'
export const rule = '#2f3e4a'
export const panel = '#131e27'
export const caution = '#f2b35e'
export const bad = '#ff9a8f'

/** Subject colours by category code; code and colour always appear together. */
export const subjects = {
  ALW: { name: 'Air Law', colour: '#b090b0' },
  NAV: { name: 'Navigation', colour: '#82c1fd' },
  MET: { name: 'Meteorology', colour: '#3fe3dc' },
  POF: { name: 'Principles of Flight', colour: '#9186fb' },
  HPL: { name: 'Human Performance', colour: '#8ae58a' },
  AGK: { name: 'Aircraft General', colour: '#f6b92e' },
  COM: { name: 'Communications', colour: '#e5772e' },
  PPL: { name: 'Private pilot theory', colour: '#e9eff2' },
}
