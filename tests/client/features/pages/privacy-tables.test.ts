import { expect, test } from 'vitest'
import { retention, storedThings } from '#client/features/pages/privacy-tables.ts'
import { mailKeptMonths } from '#shared/limits.ts'
import { storageKeys } from '#shared/text/storage-keys.ts'

const sources = {
  ...import.meta.glob<string>('/src/client/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('/src/server/**/*.ts', { query: '?raw', import: 'default', eager: true }),
}

function namesIn(pattern: RegExp): string[] {
  return Object.values(sources).flatMap((text) => Array.from(text.matchAll(pattern), ([, name = '']) => name))
}

const listed = storedThings.map(({ what }) => what)

test('the privacy page lists everything that the browser is made to keep', () => {
  const own = namesIn(/stored(?:Json|Text|Drafts)\(\s*'([^']+)'/g)
  expect(own).toEqual(
    expect.arrayContaining(['waiting_progress', 'note_draft', 'question_draft', 'referral_code']),
  )
  const { legacyAuthToken: _, ...keys } = storageKeys
  expect(listed).toEqual(expect.arrayContaining([...own, ...Object.values(keys)]))
})

test('the privacy page lists every cookie', () => {
  const cookies = namesIn(/COOKIE = '([^']+)'/g)
  expect(cookies).toEqual(expect.arrayContaining(['admin_session', 'referer_document', 'media_session']))
  expect(listed).toEqual(expect.arrayContaining(cookies.map((name) => `${name} (cookie)`)))
})

test('no account is said to end by itself: nothing deletes one', () => {
  const account = retention.find(({ what }) => what === 'Account and progress')
  expect(account?.text).toBe('Until you erase it, on your account page')
})

test('says for how long mails are kept, as the clean-up does', () => {
  const mails = retention.find(({ what }) => what.startsWith('Which mails and newsletters'))
  expect(mails?.text).toBe('Two years, or until you erase the account')
  expect(mailKeptMonths).toBe(24)
})

test.each(['Notes on films', 'questions to the instructor', 'exam dates', 'What you ask back'])(
  'says for how long it keeps: %s',
  (what) => {
    expect(retention.some((row) => row.what.includes(what) && row.text !== '')).toBe(true)
  },
)

test('says that searches are not kept', () => {
  expect(retention).toContainEqual({ what: 'What you search for in films and notes', text: 'Not kept' })
})
