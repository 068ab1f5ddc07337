import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach } from 'vitest'

configure({
  // A busy machine is slow, not wrong: waiting ends as soon as what is waited for is there.
  asyncUtilTimeout: 15_000,
  getElementError: describeLate,
})
completeDialogElement()
rememberStyles()
forgetOwnerStacks()
// jsdom does not scroll. Not on Element, where a test may put its own.
Object.assign(Node.prototype, { scrollIntoView: () => undefined })
// Nor does it capture pointers, which a press on a toast or a slider asks for.
Object.assign(Node.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Files share a document: what a dialog or a theme put on its roots must not reach the next one.
  for (const root of [document.documentElement, document.body]) {
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
  }
})

/**
 * What is waited for is missing many times before it comes, and only the last error is read: the page is written out then.
 * Writing it out each time took a tenth of all time.
 */
function describeLate(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  const describe = () => [message, prettyDOM(container) || ''].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: describe, configurable: true })
}

/** jsdom has the element, but neither opens nor closes it, and lets the focus go to what lies behind. */
function completeDialogElement(): void {
  const { prototype } = HTMLDialogElement
  // Files share their document.
  if (Reflect.has(prototype, 'showModal')) return
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function focusUnlessInert(options) {
    const dialog = document.querySelector('dialog[open]')
    if (!dialog || dialog.contains(this)) focus.call(this, options)
  }
  prototype.showModal = function showModal() {
    this.open = true
    this.querySelector<HTMLElement>('button, a[href], input')?.focus()
  }
  prototype.close = function close() {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
    if (key !== 'Escape' || defaultPrevented || !dialog) return
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  })
  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute('method') !== 'dialog') return
    event.preventDefault()
    event.target.closest('dialog')?.close()
  })
}

/** The properties that queries, matchers and presses ask for, and whether children have them too. */
const ASKED: ReadonlyMap<unknown, { property: string; isInherited: boolean }> = new Map([
  ['display', { property: 'display', isInherited: false }],
  ['opacity', { property: 'opacity', isInherited: false }],
  ['visibility', { property: 'visibility', isInherited: true }],
  ['pointerEvents', { property: 'pointer-events', isInherited: true }],
])

/**
 * For each question about a style jsdom goes through all its rules, and a query by role asks of every element and its
 * ancestors: a tenth of all time. No sheet of the shop is loaded here, so an element has the style of its kind, which is
 * remembered, and what it sets itself.
 */
function rememberStyles(): void {
  const { getComputedStyle } = window
  // Files share their window.
  if (getComputedStyle.name === 'rememberedStyle') return
  const styles = new Map<string, string>()
  const shape = document.createElement('i').style

  function read(element: Element, asked: { property: string; isInherited: boolean }): string {
    const { property, isInherited } = asked
    const own = element instanceof HTMLElement ? element.style.getPropertyValue(property) : ''
    if (own !== '') return own
    if (isInherited && element.parentElement) return read(element.parentElement, asked)
    const attributes = ['hidden', 'open', 'type'].map((name) => element.getAttribute(name))
    const kind = JSON.stringify([property, element.tagName, element.parentElement?.tagName, ...attributes])
    const known = styles.get(kind) ?? getComputedStyle(element).getPropertyValue(property)
    styles.set(kind, known)
    return known
  }

  window.getComputedStyle = function rememberedStyle(element, pseudo) {
    const hasOwnRules = document.styleSheets.length > 0 || element.hasAttribute('popover')
    if (pseudo || hasOwnRules) return getComputedStyle(element, pseudo)
    return new Proxy(shape, {
      get(_target, name) {
        const asked = ASKED.get(name)
        if (asked) return read(element, asked)
        if (name === 'getPropertyValue')
          return (property: string) => {
            const one = ASKED.get(property)
            return one ? read(element, one) : getComputedStyle(element).getPropertyValue(property)
          }
        const whole = getComputedStyle(element)
        const value: unknown = Reflect.get(whole, name)
        return typeof value === 'function' ? value.bind(whole) : value
      },
    })
  }
}

/** React keeps a stack for each element, to show in its warnings: a tenth of all time. A warning fails its test without one too. */
function forgetOwnerStacks(): void {
  const internals: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  )
  // It keeps none beyond ten thousand.
  if (typeof internals === 'object' && internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => 10_001,
      set: () => undefined,
    })
}
