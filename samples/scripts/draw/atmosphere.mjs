// The International Standard Atmosphere up to 36,090 ft: 15 °C and 1013.25 hPa at sea level, 1.98 °C less every 1,000 ft.
const seaLevelPressure = 1013.25
const feetOfScale = 145_366.45
const exponent = 0.190284

/** Pressure in hPa at a height in feet in the standard atmosphere. */
export function pressureAtFeet(feet) {
  return seaLevelPressure * (1 - feet / feetOfScale) ** (1 / exponent)
}

/** Height in feet at a pressure in hPa in the standard atmosphere. */
export function feetAtPressure(hectopascals) {
  return feetOfScale * (1 - (hectopascals / seaLevelPressure) ** exponent)
}
