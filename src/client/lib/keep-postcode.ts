const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g

/** An address with its British postcodes held on one line. */
export function keepPostcode(address: string): string {
  return address.replace(POSTCODE, '$1\u00a0$2')
}
