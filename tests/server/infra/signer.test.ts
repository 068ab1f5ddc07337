import { describe, expect, it } from 'vitest'
import { isOurMediaUrl, mediaUrl, readMediaSession, signMediaSession } from '#server/infra/media-url.ts'
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
  it('is the same each time, and its signature is good for every part of the grant', () => {
    expect(mediaUrl(signer, 'grant-1', 'film')).toBe(mediaUrl(signer, 'grant-1', 'film'))
    const signature = new URL(mediaUrl(signer, 'grant-1', 'captions'), 'http://a').searchParams.get('s') ?? ''
    expect(isOurMediaUrl(signer, 'grant-1', signature)).toBe(true)
    expect(isOurMediaUrl(signer, 'grant-2', signature)).toBe(false)
  })
})

describe('the cookie of a media session', () => {
  it('names its session', () => {
    expect(readMediaSession(signer, signMediaSession(signer, 'session-1'))).toBe('session-1')
  })

  it.each([undefined, '', '.', 'session-1', 'session-1.', '.abc', 'session-1.forged', 'a.b.c'])(
    'that says %s names none',
    (cookie) => {
      expect(readMediaSession(signer, cookie)).toBeNull()
    },
  )

  it('does not take the signature of a URL', () => {
    expect(readMediaSession(signer, `session-1.${signer.sign('media', 'session-1')}`)).toBeNull()
  })
})
