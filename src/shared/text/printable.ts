/** Letters of Latin script beyond Latin-1 and Latin Extended-A, Vietnamese and transliterations among them. */
const MORE_LETTERS =
  '\\u018f\\u0192\\u01a0\\u01a1\\u01af\\u01b0\\u01c4-\\u01cc\\u01e6\\u01e7\\u01ea\\u01eb\\u01fa-\\u021b\\u022a-\\u022d\\u0230-\\u0233\\u0237\\u0259' +
  '\\u1e08\\u1e09\\u1e0c-\\u1e0f\\u1e14-\\u1e17\\u1e1c\\u1e1d\\u1e20\\u1e21\\u1e24\\u1e25\\u1e2a\\u1e2b\\u1e2e\\u1e2f\\u1e36\\u1e37\\u1e3a\\u1e3b' +
  '\\u1e42-\\u1e49\\u1e4c-\\u1e53\\u1e5a\\u1e5b\\u1e5e-\\u1e69\\u1e6c-\\u1e6f\\u1e78-\\u1e7b\\u1e80-\\u1e85\\u1e8e\\u1e8f\\u1e92\\u1e93\\u1e97\\u1e9e\\u1ea0-\\u1ef9'

const PUNCTUATION =
  '\\u2010\\u2012-\\u2015\\u2018-\\u201a\\u201c-\\u201e\\u2020-\\u2022\\u2026\\u2030\\u2039\\u203a\\u20ac\\u2116\\u2122\\u2212'

/** The soft hyphen is left out: nothing of it is to be seen. */
const PRINTABLE = new RegExp(
  `^[\\u0020-\\u007e\\u00a0-\\u00ac\\u00ae-\\u017e${MORE_LETTERS}${PUNCTUATION}]*$`,
  'u',
)

/**
 * Whether the typeface of the shop's documents has every character of a line: Latin letters with their accents,
 * digits, punctuation. Other scripts and emoji would be printed as boxes.
 */
export function isPrintable(line: string): boolean {
  return PRINTABLE.test(line.normalize('NFC'))
}

/** A text as a document can print it: what its typeface lacks is left out, and the gap with it. Line breaks stay. */
export function printable(text: string): string {
  const characters = [...text.normalize('NFC')]
  if (characters.every(isKept)) return text.normalize('NFC')
  return characters.filter(isKept).join('').replace(/ {2,}/g, ' ').trim()
}

function isKept(character: string): boolean {
  return character === '\n' || PRINTABLE.test(character)
}
