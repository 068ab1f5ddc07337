import type { S3Settings } from '#server/infra/media-s3.ts'
import { groups, type Variables } from './variables.ts'

/**
 * What cannot be had of the settings for videos: one place at a time, one way to send them, and no setting that looks
 * like one of storage and is none.
 */
export function mediaErrors(given: Readonly<Record<string, string | undefined>>): string[] {
  const known: readonly string[] = groups.storage
  const set = Object.keys(given).filter((name) => name.startsWith('MEDIA_S3_'))
  const unknown = set
    .filter((name) => !known.includes(name))
    .map((name) => `${name} is no setting of the shop`)
  const [example] = set
  const clashing = example ? ['MEDIA_DIR', 'MEDIA_ACCEL_PREFIX'].filter((name) => given[name]) : []
  return [
    ...unknown,
    ...clashing.map((name) => `${name} cannot be used beside ${example}: films lie on disk or in a bucket`),
  ]
}

/** The bucket of the videos; null where they are on disk. */
export function findStorage(set: Variables): S3Settings | null {
  const { MEDIA_S3_ENDPOINT, MEDIA_S3_REGION, MEDIA_S3_BUCKET } = set
  const { MEDIA_S3_ACCESS_KEY_ID, MEDIA_S3_SECRET_ACCESS_KEY } = set
  if (!MEDIA_S3_ENDPOINT || !MEDIA_S3_REGION || !MEDIA_S3_BUCKET) return null
  if (!MEDIA_S3_ACCESS_KEY_ID || !MEDIA_S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: MEDIA_S3_ENDPOINT.replace(/\/+$/, ''),
    region: MEDIA_S3_REGION,
    bucket: MEDIA_S3_BUCKET,
    accessKeyId: MEDIA_S3_ACCESS_KEY_ID,
    secretAccessKey: MEDIA_S3_SECRET_ACCESS_KEY,
  }
}
