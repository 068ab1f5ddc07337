import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { storedJson, storedText } from '#client/lib/storage.ts'

const words = storedJson('words', z.array(z.string()))

afterEach(() => {
  vi.restoreAllMocks()
  words.clear()
})

test('what is written is read back', () => {
  words.write(['a', 'b'])
  expect(words.read()).toEqual(['a', 'b'])
  words.clear()
  expect(words.read()).toBeNull()
})

test('reading twice gives the same object, so that a screen does not render without end', () => {
  words.write(['a'])
  expect(words.read()).toBe(words.read())
})

test.each(['', 'null', '{', '[1]', '{"0":"a"}', '"a"'])('%j lies there and is nothing', (text) => {
  localStorage.setItem('words', text)
  expect(words.read()).toBeNull()
})

test('a text is kept as it is, and a blank one counts as none', () => {
  const text = storedText('text')
  text.write('a token')
  expect(localStorage.getItem('text')).toBe('a token')
  localStorage.setItem('text', '  ')
  expect(text.read()).toBeNull()
})

describe('listeners', () => {
  test('hear of changes here, of this key in other tabs, and of everything being cleared', () => {
    const heard = vi.fn<() => void>()
    const stop = words.subscribe(heard)
    words.write(['a'])
    window.dispatchEvent(new StorageEvent('storage', { key: 'words' }))
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(heard).toHaveBeenCalledTimes(3)
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }))
    stop()
    words.write(['b'])
    window.dispatchEvent(new StorageEvent('storage', { key: 'words' }))
    expect(heard).toHaveBeenCalledTimes(3)
  })
})

describe('a storage that is full or forbidden', () => {
  test('keeps what is written until the page is left', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    words.write(['a'])
    expect(words.read()).toEqual(['a'])
    expect(localStorage.getItem('words')).toBeNull()
  })

  test('that cannot even be read is empty', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(words.read()).toBeNull()
  })

  test('gives way to what another tab has stored', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const stop = words.subscribe(() => undefined)
    words.write(['here'])
    full.mockRestore()
    localStorage.setItem('words', '["there"]')
    window.dispatchEvent(new StorageEvent('storage', { key: 'words' }))
    expect(words.read()).toEqual(['there'])
    stop()
  })
})
