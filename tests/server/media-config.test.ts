import { describe, expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { testConfig } from '#tests/support/deps.ts'

const bucket = {
  MEDIA_S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com/',
  MEDIA_S3_REGION: 'eu-west-2',
  MEDIA_S3_BUCKET: 'crosswind-films',
  MEDIA_S3_ACCESS_KEY_ID: 'AKIDTEST',
  MEDIA_S3_SECRET_ACCESS_KEY: 'planted-secret',
}

function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    testConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

it('the sample videos are shown where no others are configured, and nowhere else', () => {
  expect(testConfig().media).toEqual({ dir: null, s3: null, accelPrefix: null, maxBytes: 8 * 1024 ** 3 })
  expect(testConfig({ MEDIA_MAX_BYTES: '1000000' }).media.maxBytes).toBe(1_000_000)
  expect(testConfig({ MEDIA_DIR: '/films' }).media.dir).toBe('/films')
})

describe('a bucket', () => {
  it('takes the place of every folder', () => {
    const { parts, media } = testConfig(bucket)
    expect(parts.media).toBe('s3')
    expect(media).toMatchObject({
      dir: null,
      accelPrefix: null,
      s3: {
        endpoint: 'https://s3.eu-west-2.amazonaws.com',
        region: 'eu-west-2',
        bucket: 'crosswind-films',
        accessKeyId: 'AKIDTEST',
        secretAccessKey: 'planted-secret',
      },
    })
  })

  it.each(Object.keys(bucket))('without %s refuses the start and names it', (name) => {
    const errors = errorsOf({ ...bucket, [name]: ' ' })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(new RegExp(`^${name} is missing, and MEDIA_S3_`))
    expect(errors.join()).not.toContain('planted-secret')
  })

  it.each([
    [{ MEDIA_S3_ENDPOINT: 's3.example.com' }, 'MEDIA_S3_ENDPOINT must be an address'],
    [{ MEDIA_S3_BUCKET: 'Films/2026' }, 'MEDIA_S3_BUCKET must be the name of a bucket'],
    [{ MEDIA_S3_KEY: 'x' }, 'MEDIA_S3_KEY is no setting of the shop'],
    [{ MEDIA_DIR: '/films' }, 'MEDIA_DIR cannot be used beside MEDIA_S3_'],
    [{ MEDIA_ACCEL_PREFIX: '/films/' }, 'MEDIA_ACCEL_PREFIX cannot be used beside MEDIA_S3_'],
  ])('with %j refuses the start', (more, words) => {
    expect(errorsOf({ ...bucket, ...more }).join()).toContain(words)
  })
})

describe('nginx in front', () => {
  it('has a path of its own, for samples and videos alike', () => {
    expect(testConfig({ MEDIA_ACCEL_PREFIX: '/protected-media/' }).media.accelPrefix).toBe(
      '/protected-media/',
    )
  })

  it.each(['protected', '/protected', 'protected/', '/', '//', '/a b/', 'https://example.com/'])(
    'must not be %j',
    (prefix) => {
      expect(errorsOf({ MEDIA_ACCEL_PREFIX: prefix }).join()).toContain('MEDIA_ACCEL_PREFIX must be a path')
    },
  )
})
