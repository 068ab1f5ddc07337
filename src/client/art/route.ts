/** Where the seven aerodromes of the hero chart lie, in the order of the route, and their runways' bearings. */
export const ROUTE = [
  { x: 716, y: 506, runway: 60 },
  { x: 760, y: 318, runway: 20 },
  { x: 884, y: 160, runway: 120 },
  { x: 996, y: 304, runway: 80 },
  { x: 1010, y: 446, runway: 150 },
  { x: 1180, y: 330, runway: 40 },
  { x: 1272, y: 146, runway: 100 },
] as const

export const CHART = { width: 1440, height: 640 } as const
