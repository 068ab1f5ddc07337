/** A full postcode of the United Kingdom, Crown dependencies included, in upper or lower case. */
const ukPostcode = /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i

/** Whether a text is a whole UK postcode, however it is cased, with one space or none. */
export function isUkPostcode(text: string): boolean {
  return ukPostcode.test(text)
}

/** Whether the name of a country, as people type it, means the United Kingdom: there a postcode has one shape. */
export function isUnitedKingdom(country: string): boolean {
  return /^(united kingdom|uk|gb|great britain)$/i.test(country)
}

/** A UK postcode as Royal Mail writes it, upper case with one space; any other text as it is. */
export function standardPostcode(text: string): string {
  const joined = text.replace(/\s+/g, '')
  if (!ukPostcode.test(joined)) return text
  return `${joined.slice(0, -3)} ${joined.slice(-3)}`.toUpperCase()
}
