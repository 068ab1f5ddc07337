import { describe, expect, it } from 'vitest'
import {
  isOurMediaUrl,
  type MediaAddress,
  mediaUrl,
  readMediaSession,
  signMediaSession,
} from '#server/infra/media-url.ts'
import { createSigner } from '#server/infra/signer.ts'

const OLD = 'the-session-secret-of-last-year-01234'
const NEW = 'the-session-secret-of-this-year-01234'
const signer = createSigner([NEW])

describe('a signature', () => {
  it('holds for its text and purpose alone', () => {
    const signature = signer.sign('media', 'grant-1')
    expect(signer.verify('media', 'grant-1', signature)).toBe(true)
    expect(signer.verify('media', 'grant-2', signature)).toBe(false)
    expect(signer.verify('media-session', 'grant-1', signature)).toBe(false)
  })

  it('does not let a purpose run over into the text', () => {
    expect(signer.verify('a', 'bc', signer.sign('ab', 'c'))).toBe(false)
  })

  it.each(['', 'x', 'ÿÿ', '='.repeat(43), 'a'.repeat(43), 'a'.repeat(10_000)])('%s is none', (forged) => {
    expect(signer.verify('media', 'grant-1', forged)).toBe(false)
  })

  it('fits into a URL as it is', () => {
    expect(signer.sign('media', 'grant-1')).toMatch(/^[\w-]{43}$/)
  })

  it('outlives a rotation of the secret, until the old one is dropped', () => {
    const before = createSigner([OLD]).sign('media', 'grant-1')
    expect(createSigner([NEW, OLD]).verify('media', 'grant-1', before)).toBe(true)
    expect(createSigner([NEW]).verify('media', 'grant-1', before)).toBe(false)
    expect(createSigner([NEW, OLD]).sign('media', 'grant-1')).toBe(signer.sign('media', 'grant-1'))
  })

  it('needs a secret', () => {
    expect(() => createSigner([])).toThrow()
  })
})

describe('a media URL', () => {
  const address: MediaAddress = { grantId: 'grant-1', part: 'film', key: 'a b&c.mp4', version: '0123' }

  it('is the same each time, and names the file whatever its name', () => {
    const url = mediaUrl(signer, address)
    expect(mediaUrl(signer, { ...address })).toBe(url)
    const { searchParams } = new URL(url, 'http://a')
    expect([searchParams.get('file'), searchParams.get('v')]).toEqual(['a b&c.mp4', '0123'])
    expect(isOurMediaUrl(signer, address, searchParams.get('s') ?? '')).toBe(true)
  })

  it.each<Partial<MediaAddress>>([
    { grantId: 'grant-2' },
    { part: 'captions' },
    { key: 'another.mp4' },
    { version: '4567' },
    { version: '', key: '0123\0a b&c.mp4' },
  ])('opens nothing else: %j', (other) => {
    const signature = new URL(mediaUrl(signer, address), 'http://a').searchParams.get('s') ?? ''
    expect(isOurMediaUrl(signer, { ...address, ...other }, signature)).toBe(false)
  })
})

describe('the cookie of a media session', () => {
  it('names its session', () => {
    expect(readMediaSession(signer, signMediaSession(signer, 'session-1'))).toBe('session-1')
  })

  it.each([null, '', '.', 'session-1', 'session-1.', '.abc', 'session-1.forged', 'a.b.c'])(
    'that says %s names none',
    (cookie) => {
      expect(readMediaSession(signer, cookie)).toBeNull()
    },
  )

  it('does not take the signature of a URL', () => {
    expect(readMediaSession(signer, `session-1.${signer.sign('media', 'session-1')}`)).toBeNull()
  })
})
