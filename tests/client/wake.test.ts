import { expect, test } from 'vitest'
import { applicationDraft } from '#client/features/referer/application-draft.ts'
import { storageKeys } from '#shared/storage-keys.ts'

/** The first script of a page imports nothing, so it spells the names itself. */
const [source = ''] = Object.values(
  import.meta.glob<string>('/src/client/wake.ts', { query: '?raw', import: 'default', eager: true }),
)

test('the first script looks for token, cart and application under the names the shop keeps them', () => {
  const names = Array.from(source.matchAll(/getItem\('([^']+)'\)/g), ([, name]) => name)
  expect(names).toEqual([
    storageKeys.authToken,
    storageKeys.legacyAuthToken,
    storageKeys.cart,
    applicationDraft.key,
  ])
})
