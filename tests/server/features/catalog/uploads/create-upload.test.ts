import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_UPLOADS } from '#server/features/catalog/editing-queries.ts'
import { createUpload } from '#server/features/catalog/uploads/create-upload.ts'
import { newId } from '#server/infra/ids.ts'
import { LARGEST_BYTES } from '#shared/catalog/media-slots.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { seedCatalog } from '../../../../../prisma/seed/catalog.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { MEDIA_MAX_BYTES: '1000000' } })
  await seedCatalog(deps)
})
afterAll(() => deps.close())

const beginning = () => ({
  id: newId(deps.clock.now()),
  adminId: 'ann',
  slot: 'film' as const,
  videoId: 1,
  fileName: 'air-law.mp4',
  bytes: 1_000_000,
})

describe('an upload', () => {
  it('starts with its slot in the catalog and no bytes', async () => {
    const given = beginning()
    await createUpload(deps, given)
    expect(await deps.db.mediaUpload.findUniqueOrThrow({ where: { id: given.id } })).toMatchObject({
      status: 'receiving',
      kind: 'film',
      rendition: '',
      videoId: 1,
      bytes: 1_000_000,
      adminId: 'ann',
    })
    expect(await deps.mediaWriter.received(given.id)).toBeNull()
  })

  it.each([
    [
      'of a film larger than the shop takes',
      { bytes: 1_000_001 },
      'TOO_LARGE',
      mediaErrors.tooManyBytes('1.0 MB'),
    ],
    [
      'of captions larger than any film has',
      { slot: 'captions' as const, bytes: LARGEST_BYTES.words + 1 },
      'TOO_LARGE',
      mediaErrors.tooManyBytes('2.1 MB'),
    ],
    ['of nothing', { bytes: 0 }, 'BAD_INPUT', mediaErrors.empty],
    ['of half a byte', { bytes: 1.5 }, 'BAD_INPUT', mediaErrors.empty],
    ['for a film nobody has', { videoId: 99 }, 'VIDEO_NOT_FOUND', undefined],
    ['for no film, where one is wanted', { videoId: null }, 'BAD_INPUT', undefined],
    ['for a film, where the shop is meant', { slot: 'promo' as const }, 'BAD_INPUT', undefined],
  ])('%s is refused', async (_what, change, code, message) => {
    const refused = createUpload(deps, { ...beginning(), ...change })
    await expect(refused).rejects.toMatchObject({ code, data: message ? { message } : {} })
  })

  it('is refused where it would fill the disk', async () => {
    const mediaWriter = { ...deps.mediaWriter, freeBytes: async () => 500 * 1024 ** 2 }
    await expect(createUpload({ ...deps, mediaWriter }, beginning())).rejects.toMatchObject({
      code: 'DISK_FULL',
    })
  })

  it('is refused where too many are unpublished', async () => {
    const count = await deps.db.mediaUpload.count()
    for (let index = count; index < MOST_UPLOADS; index++) await createUpload(deps, beginning())
    await expect(createUpload(deps, beginning())).rejects.toMatchObject({ code: 'UPLOADS_TOO_MANY' })
  })
})
