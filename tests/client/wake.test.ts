import { afterEach, expect, test, vi } from 'vitest'
import { applicationDraft, keepDraft } from '#client/features/referer/application-draft.ts'
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

afterEach(() => {
  vi.doUnmock('#client/main.tsx')
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})

test.each([
  ['/referer-register', true],
  ['/', false],
])('a half-filled application that waits at %s wakes the page at once: %s', async (at, isAwake) => {
  const start = vi.fn()
  vi.resetModules()
  vi.doMock('#client/main.tsx', () => ({ start }))
  document.body.innerHTML = '<div id="root"><p>Rendered ahead</p></div>'
  keepDraft({ fullName: 'Sam Sample' })
  history.replaceState(null, '', at)
  await import('#client/wake.ts')
  await vi.dynamicImportSettled()
  expect(start).toHaveBeenCalledTimes(isAwake ? 1 : 0)
})
