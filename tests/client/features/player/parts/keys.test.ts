import { expect, test } from 'vitest'
import { nextSpeed, SPEEDS } from '#client/features/player/controls/use-video-actions.ts'
import { isBlockedKey, type KeyPress, videoAction } from '#client/features/player/parts/keys.ts'

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }
}

test.each([
  [' ', { do: 'play-or-pause' }],
  ['K', { do: 'play-or-pause' }],
  ['ArrowLeft', { do: 'skip', seconds: -5 }],
  ['l', { do: 'skip', seconds: 10 }],
  ['7', { do: 'to-tenth', tenth: 7 }],
  ['<', { do: 'speed', step: -1 }],
  ['?', { do: 'help' }],
] as const)('%j acts on the video', (key, action) => {
  expect(videoAction(press(key))).toEqual(action)
})

test('other keys, and keys with a modifier, are the browser’s', () => {
  expect(videoAction(press('x'))).toBeNull()
  expect(videoAction(press('Tab'))).toBeNull()
  expect(videoAction(press('c', { ctrlKey: true }))).toBeNull()
  expect(videoAction(press('ArrowLeft', { altKey: true }))).toBeNull()
})

test.each([
  ['save', press('s', { ctrlKey: true })],
  ['save on a Mac', press('s', { metaKey: true })],
  ['view source', press('u', { ctrlKey: true })],
  ['view source on a Mac', press('¨', { code: 'KeyU', metaKey: true, altKey: true })],
  ['developer tools', press('F12')],
  ['developer tools', press('I', { ctrlKey: true, shiftKey: true })],
  ['the console', press('J', { ctrlKey: true, shiftKey: true })],
  ['the inspector on a Mac', press('ç', { code: 'KeyC', metaKey: true, altKey: true })],
  ['the context menu', press('ContextMenu')],
  ['the context menu', press('F10', { shiftKey: true })],
])('%s is blocked', (_what, blocked) => {
  expect(isBlockedKey(blocked)).toBe(true)
})

test.each([
  press('s'),
  press('c', { ctrlKey: true }),
  press('r', { ctrlKey: true }),
  press('F10'),
  press('F5'),
  press('i', { shiftKey: true }),
])('%o is not', (free) => {
  expect(isBlockedKey(free)).toBe(false)
})

test('speeds go from half to double, and stop there', () => {
  expect([SPEEDS[0], SPEEDS.at(-1)]).toEqual([0.5, 2])
  expect(nextSpeed(1, 1)).toBe(1.25)
  expect(nextSpeed(1.1, -1)).toBe(1)
  expect(nextSpeed(2, 1)).toBe(2)
  expect(nextSpeed(0.5, -1)).toBe(0.5)
})
