import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPressesApart } from '#client/lib/lone-press.ts'

let heard: string[] = []
let end: () => void
beforeEach(() => {
  heard = []
  end = keepPressesApart(document)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

function button(name: string, onPress: () => void = () => undefined): HTMLButtonElement {
  const made = document.createElement('button')
  made.textContent = name
  made.addEventListener('click', () => {
    heard.push(name)
    onPress()
  })
  document.body.append(made)
  return made
}

const press = (what: Element, detail: number) =>
  what.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))

test('the second press of a double click is kept from what took the place of the first', () => {
  const first = button('first', () => first.remove())
  const second = button('second')
  press(first, 1)
  press(second, 2)
  expect(heard).toEqual(['first'])
  press(second, 1)
  expect(heard).toEqual(['first', 'second'])
})

test('so is one that falls through a dialog on its way out', () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  const close = button('close', () => dialog.setAttribute('data-state', 'closed'))
  dialog.append(close)
  document.body.append(dialog)
  press(close, 1)
  press(button('menu'), 2)
  expect(heard).toEqual(['close'])
})

test('many presses of one button count, and so do keys', () => {
  const forward = button('forward')
  for (const detail of [1, 2, 3, 0]) press(forward, detail)
  expect(heard).toHaveLength(4)
})
