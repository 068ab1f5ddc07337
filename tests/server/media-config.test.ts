import { expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { testConfig } from '#tests/support/deps.ts'

it('S3 is refused rather than answered with other films', () => {
  const start = () => testConfig({ MEDIA_S3_BUCKET: 'films' })
  expect(start).toThrow(ConfigError)
  expect(start).toThrow('MEDIA_S3_BUCKET cannot be used: films are read from MEDIA_DIR, not from S3')
  expect(testConfig({ MEDIA_S3_BUCKET: ' ' }).parts.media).toBe('samples')
})

it('the sample films are shown where no others are configured, and nowhere else', () => {
  expect(testConfig().media.dir).toBeNull()
  expect(testConfig({ MEDIA_DIR: '/films' }).media.dir).toBe('/films')
})
