import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Encryption at rest, AES-256-GCM, bound to the row it belongs to: a ciphertext moved to another row, or
 * edited, does not open. Keys can be rotated: the newest seals, any of them opens.
 */
export type Seal = {
  /** `boundTo` names the row, for example `Referer:abc`. */
  seal(plain: string, boundTo: string): Uint8Array<ArrayBuffer>
  /** @throws when the bytes were not sealed for this row with a known key. */
  open(sealed: Uint8Array, boundTo: string): string
  /** Whether the newest key sealed it; the others may be dropped once that holds for everything. */
  isNewest(sealed: Uint8Array): boolean
}

const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16

/** @param secrets newest first; each is stretched to a key by SHA-256, so they must be random and long. */
export function createSeal(secrets: readonly string[]): Seal {
  const keys = secrets.map((secret) => {
    const key = createHash('sha256').update(secret).digest()
    return { key, id: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES) }
  })
  const newest = keys[0]
  if (!newest) throw new Error('At least one data key is needed')

  return {
    seal(plain, boundTo) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(boundTo))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([newest.id, iv, cipher.getAuthTag(), body]))
    },
    isNewest: (sealed) => Buffer.from(sealed.subarray(0, KEY_ID_BYTES)).equals(newest.id),
    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed)
      const id = bytes.subarray(0, KEY_ID_BYTES)
      const found = keys.find((candidate) => candidate.id.equals(id))
      if (!found) throw new Error('Sealed with a key that is not configured')
      const ivEnd = KEY_ID_BYTES + IV_BYTES
      const tagEnd = ivEnd + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(KEY_ID_BYTES, ivEnd))
      decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(ivEnd, tagEnd))
      return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8')
    },
  }
}
