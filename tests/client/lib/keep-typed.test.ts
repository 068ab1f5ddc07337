import { afterEach, expect, it, vi } from 'vitest'
import { keepTyped } from '#client/lib/keep-typed.ts'

afterEach(() => {
  document.body.replaceChildren()
})

function open(html: string) {
  document.body.innerHTML = html
  const field = (name: string) => {
    const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (!found) throw new Error(`No field ${name}`)
    return found
  }
  return field
}

it('puts in again what was typed before a form was emptied, and says so to the form', () => {
  const field = open(
    '<input name="email"><textarea name="note"></textarea><input name="left" value="as it is">',
  )
  field('email').value = 'sam@example.com'
  field('note').value = 'Crosswind'
  const restore = keepTyped(document.body)
  for (const name of ['email', 'note']) field(name).value = ''
  const heard = vi.fn((event: Event) => (event.target as HTMLInputElement).name)
  document.body.addEventListener('input', heard)
  restore()
  expect(field('email').value).toBe('sam@example.com')
  expect(field('note').value).toBe('Crosswind')
  expect(field('left').value).toBe('as it is')
  expect(heard.mock.results.map(({ value }) => value)).toEqual(['email', 'note'])
})

it('ticks again what was ticked and is no longer', () => {
  const field = open('<input type="checkbox" name="news"><input type="checkbox" name="kept">')
  field('news').checked = true
  field('kept').checked = true
  const restore = keepTyped(document.body)
  field('news').checked = false
  restore()
  expect(field('news').checked).toBe(true)
  expect(field('kept').checked).toBe(true)
})

function typeInto(field: HTMLInputElement, value: string) {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

it('puts in the newest of what was typed while the page was taken over', () => {
  const field = open('<input name="email"><input name="password">')
  field('email').value = 'sam'
  const restore = keepTyped(document.body)
  typeInto(field('email'), 'sam@example.com')
  typeInto(field('password'), 'left base')
  for (const name of ['email', 'password']) field(name).value = ''
  restore()
  expect(field('email').value).toBe('sam@example.com')
  expect(field('password').value).toBe('left base')
})

it('finds a field that was drawn again by its name', () => {
  const html =
    '<input name="email"><input type="checkbox" name="for" value="a"><input type="checkbox" name="for" value="b">'
  const field = open(html)
  const restore = keepTyped(document.body)
  typeInto(field('email'), 'sam@example.com')
  document.querySelector<HTMLInputElement>('[value="b"]')?.click()
  document.body.innerHTML = html
  restore()
  expect(field('email').value).toBe('sam@example.com')
  expect(
    Array.from(document.querySelectorAll<HTMLInputElement>('[name="for"]'), (box) => box.checked),
  ).toEqual([false, true])
})

it('listens no longer once it has put everything in', () => {
  const field = open('<input name="email">')
  const restore = keepTyped(document.body)
  typeInto(field('email'), 'sam')
  restore()
  typeInto(field('email'), 'kim')
  restore()
  expect(field('email').value).toBe('sam')
})
