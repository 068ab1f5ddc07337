const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 24 characters of Stripe's id alphabet, from the random bytes given. */
export function randomToken(random: (size: number) => Uint8Array, length = 24): string {
  let token = ''
  while (token.length < length) {
    // Bytes of 248 and above are dropped: 62 does not divide 256, and they would favour the first letters.
    for (const byte of random(length)) {
      if (byte < 248 && token.length < length) token += ALPHABET[byte % 62]
    }
  }
  return token
}
